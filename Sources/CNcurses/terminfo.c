// Apart from the rest: <term.h> makes macros of words like "columns".
#define _GNU_SOURCE
#include "CNcurses.h"

#include <ncurses.h>
#include <term.h>

int cnc_lookup(const char *term, int fd) {
    int status = -1;
    setupterm(term, fd, &status);
    return status;
}

const char *cnc_string(const char *name) {
    const char *value = tigetstr(name);
    return value == (const char *)-1 || value == NULL || value[0] == 0 ? NULL : value;
}

int cnc_number(const char *name) {
    int value = tigetnum(name);
    return value < 0 ? -1 : value;
}

const char *cnc_address(const char *capability, int row, int column) { return tiparm(capability, row, column); }
