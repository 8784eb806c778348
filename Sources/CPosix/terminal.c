#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int cposix_open_terminal(int columns, int rows, int ends[2]) {
    int ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (ours < 0) return -errno;
    char name[128];
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    int program = -1;
    if (grantpt(ours) == 0 && unlockpt(ours) == 0 && ptsname_r(ours, name, sizeof name) == 0 &&
        ioctl(ours, TIOCSWINSZ, &size) == 0)
        program = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (program < 0) {
        int code = errno;
        close(ours);
        return -code;
    }
    ends[0] = ours;
    ends[1] = program;
    return 0;
}
