#ifndef IMCHAT_CPOSIX_H
#define IMCHAT_CPOSIX_H

#endif
