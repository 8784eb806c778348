// What CursesBackend needs of ncurses and of the terminal driver, as plain functions: ncurses' macros with casts, its
// variadic functions and its global variables do not reach Swift, and a crash must be answered from C.
#ifndef IMCHAT_CNCURSES_H
#define IMCHAT_CNCURSES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// The bits of an attribute set, in this header's own order.
enum {
    CNC_BOLD = 1, CNC_DIM = 2, CNC_ITALIC = 4, CNC_UNDERLINE = 8, CNC_REVERSE = 16,
    // Looks like nothing; a cell that has it is another one than a cell that has it not.
    CNC_MARK = 32,
};

typedef struct cnc_screen cnc_screen;

// Sets the character type of the locale from the environment, or to `name`; answers the name of its code set.
const char *cnc_set_locale(const char *name);
// Columns that the C library gives a scalar, -1 where it does not know it.
int cnc_wcwidth(uint32_t scalar);

// Looks a terminal type up: 1 found, 0 unknown, -1 no database.
int cnc_lookup(const char *term, int fd);
// A string capability of the terminal looked up last, NULL if it has none.
const char *cnc_string(const char *name);
// A number capability, -1 if it has none.
int cnc_number(const char *name);
// A cursor address sequence for a position; valid until the next call.
const char *cnc_address(const char *capability, int row, int column);

// Starts ncurses on two descriptors (they are duplicated): raw bytes in, no echo, no signals from keys, no flow control.
// NULL if it cannot.
cnc_screen *cnc_open(const char *term, int input, int output);
// Ends ncurses and frees all of it; the terminal's modes are the caller's to restore.
void cnc_close(cnc_screen *screen);
// Ends ncurses' use of the terminal for a while; the next cnc_update takes it again.
void cnc_leave(cnc_screen *screen);
// Takes the modes of ncurses again after cnc_leave.
void cnc_enter(cnc_screen *screen);
// Pairs that can be made, 0 without colours.
int cnc_pairs(cnc_screen *screen);
// Defines a pair; -1 is the terminal's own colour. 0 if it worked.
int cnc_make_pair(cnc_screen *screen, int pair, int foreground, int background);
// Puts one cluster at a position of the next frame.
void cnc_put(cnc_screen *screen, int row, int column, const uint32_t *scalars, int count, int attributes, int pair);
// Has the next update paint everything.
void cnc_repaint(cnc_screen *screen);
// Has the next update paint a row whatever it believes to be there.
void cnc_repaint_row(cnc_screen *screen, int row);
// Sends what changed and leaves the cursor at a position.
void cnc_update(cnc_screen *screen, int row, int column, int cursor_visible);
// Tells ncurses another size.
void cnc_resize(cnc_screen *screen, int rows, int columns);

// The size that the terminal driver knows: 0 if it knows one.
int cnc_driver_size(int fd, int *rows, int *columns);

// Restores the terminal once, by write and tcsetattr, if it is armed; may be called from a signal handler.
void cnc_restore(void);
// Arms: `bytes` (up to 512) and the terminal's present modes are what cnc_restore will write and set; SIGSEGV, SIGBUS, SIGILL, SIGTRAP,
// SIGABRT and SIGFPE restore first and then do what they did before. 0 if it worked.
int cnc_arm(int fd, const char *bytes, size_t count);
// Disarms, and sets the modes that cnc_arm found, once all output is sent; the handlers stay and do nothing.
void cnc_disarm(void);

#endif
