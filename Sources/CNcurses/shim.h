#ifndef IMCHAT_CNCURSES_SHIM_H
#define IMCHAT_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>

#endif
