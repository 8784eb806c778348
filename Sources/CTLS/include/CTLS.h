#ifndef IMCHAT_CTLS_H
#define IMCHAT_CTLS_H

#endif
