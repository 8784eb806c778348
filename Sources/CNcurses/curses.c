#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "CNcurses.h"

#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

struct cnc_screen {
    SCREEN *screen;
    FILE *input;
    FILE *output;
    int colors;
    int cursor;
};

const char *cnc_set_locale(const char *name) {
    if (!setlocale(LC_CTYPE, name)) setlocale(LC_CTYPE, "C");
    return nl_langinfo(CODESET);
}

int cnc_wcwidth(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

// Signals belong to the program's loop, not to ncurses.
static const int ncurses_signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
enum { ncurses_signal_count = sizeof ncurses_signals / sizeof ncurses_signals[0] };

cnc_screen *cnc_open(const char *term, int input, int output) {
    cnc_screen *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    int in = dup(input), out = dup(output);
    self->input = in < 0 ? NULL : fdopen(in, "r");
    self->output = out < 0 ? NULL : fdopen(out, "w");
    struct sigaction before[ncurses_signal_count];
    for (int i = 0; i < ncurses_signal_count; i++) sigaction(ncurses_signals[i], NULL, &before[i]);
    // The driver's size counts, not LINES and COLUMNS of the environment.
    use_env(TRUE);
    use_tioctl(TRUE);
    if (self->input && self->output) self->screen = newterm(term, self->output, self->input);
    for (int i = 0; i < ncurses_signal_count; i++) sigaction(ncurses_signals[i], &before[i], NULL);
    if (!self->screen) {
        if (self->input) fclose(self->input); else if (in >= 0) close(in);
        if (self->output) fclose(self->output); else if (out >= 0) close(out);
        free(self);
        return NULL;
    }
    raw();
    noecho();
    nonl();
    typeahead(-1);
    keypad(stdscr, FALSE);
    scrollok(stdscr, FALSE);
    idlok(stdscr, FALSE);
    leaveok(stdscr, FALSE);
    self->colors = has_colors() && start_color() == OK;
    if (self->colors) use_default_colors();
    self->cursor = 1;
    def_prog_mode();
    return self;
}

static void use(cnc_screen *self) { set_term(self->screen); }

void cnc_close(cnc_screen *self) {
    use(self);
    if (!isendwin()) endwin();
    delscreen(self->screen);
    fclose(self->input);
    fclose(self->output);
    free(self);
}

void cnc_leave(cnc_screen *self) {
    use(self);
    endwin();
}

void cnc_enter(cnc_screen *self) {
    use(self);
    reset_prog_mode();
    self->cursor = -1;
}

int cnc_pairs(cnc_screen *self) {
    use(self);
    return self->colors ? COLOR_PAIRS : 0;
}

int cnc_make_pair(cnc_screen *self, int pair, int foreground, int background) {
    use(self);
    return init_extended_pair(pair, foreground, background) == OK ? 0 : -1;
}

void cnc_put(cnc_screen *self, int row, int column, const uint32_t *scalars, int count, int attributes, int pair) {
    use(self);
    wchar_t text[CCHARW_MAX + 1];
    if (count > CCHARW_MAX) count = CCHARW_MAX;
    for (int i = 0; i < count; i++) text[i] = (wchar_t)scalars[i];
    text[count] = 0;
    attr_t look = WA_NORMAL;
    if (attributes & CNC_BOLD) look |= WA_BOLD;
    if (attributes & CNC_DIM) look |= WA_DIM;
    if (attributes & CNC_ITALIC) look |= WA_ITALIC;
    if (attributes & CNC_UNDERLINE) look |= WA_UNDERLINE;
    if (attributes & CNC_REVERSE) look |= WA_REVERSE;
    // Protection is an attribute that no terminal of today shows.
    if (attributes & CNC_MARK) look |= WA_PROTECT;
    cchar_t cell;
    if (setcchar(&cell, text, look, 0, &pair) != OK) return;
    // At the last cell this answers ERR, since there is no place for the cursor behind it, and paints all the same.
    mvwadd_wch(stdscr, row, column, &cell);
}

void cnc_repaint(cnc_screen *self) {
    use(self);
    werase(stdscr);
    clearok(stdscr, TRUE);
}

void cnc_repaint_row(cnc_screen *self, int row) {
    use(self);
    wredrawln(stdscr, row, 1);
}

void cnc_update(cnc_screen *self, int row, int column, int cursor_visible) {
    use(self);
    wmove(stdscr, row, column);
    wnoutrefresh(stdscr);
    doupdate();
    if (self->cursor != cursor_visible) {
        curs_set(cursor_visible);
        self->cursor = cursor_visible;
    }
    fflush(self->output);
}

void cnc_resize(cnc_screen *self, int rows, int columns) {
    use(self);
    resizeterm(rows, columns);
}

int cnc_driver_size(int fd, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return -1;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return 0;
}
