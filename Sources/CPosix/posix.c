#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Polling -------------------------------------------------------------------------------------------------------

int cposix_poller_make(void) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static int poller_set(int poller, int operation, int fd, uint32_t interest, uint64_t token) {
    struct epoll_event event = {0};
    if (interest & CPOSIX_READABLE) event.events |= EPOLLIN;
    if (interest & CPOSIX_WRITABLE) event.events |= EPOLLOUT;
    event.data.u64 = token;
    return epoll_ctl(poller, operation, fd, &event) < 0 ? -errno : 0;
}

int cposix_poller_add(int poller, int fd, uint32_t interest, uint64_t token) {
    return poller_set(poller, EPOLL_CTL_ADD, fd, interest, token);
}

int cposix_poller_change(int poller, int fd, uint32_t interest, uint64_t token) {
    return poller_set(poller, EPOLL_CTL_MOD, fd, interest, token);
}

int cposix_poller_remove(int poller, int fd) { return poller_set(poller, EPOLL_CTL_DEL, fd, 0, 0); }

int cposix_poller_wait(int poller, struct cposix_event *events, int capacity, int timeout_milliseconds) {
    struct epoll_event ready[256];
    if (capacity > 256) capacity = 256;
    int count = epoll_wait(poller, ready, capacity, timeout_milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int i = 0; i < count; i++) {
        uint32_t readiness = 0;
        if (ready[i].events & EPOLLIN) readiness |= CPOSIX_READABLE;
        if (ready[i].events & EPOLLOUT) readiness |= CPOSIX_WRITABLE;
        if (ready[i].events & (EPOLLHUP | EPOLLERR)) readiness |= CPOSIX_HANGUP;
        events[i].token = ready[i].data.u64;
        events[i].readiness = readiness;
    }
    return count;
}

int cposix_at_end(int fd) {
    struct stat status;
    if (fstat(fd, &status) < 0) return 1;
    if (S_ISREG(status.st_mode)) {
        off_t position = lseek(fd, 0, SEEK_CUR);
        return position >= 0 && position >= status.st_size;
    }
    // The null device refuses polling and never says anything.
    if (S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3)) return 1;
    int waiting = 0;
    if (ioctl(fd, FIONREAD, &waiting) < 0) return 0;
    return waiting == 0;
}

// Waking up -----------------------------------------------------------------------------------------------------

int cposix_wakeup_make(void) {
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

void cposix_wakeup_ring(int fd) {
    uint64_t one = 1;
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR) {}
}

void cposix_wakeup_clear(int fd) {
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR) {}
}

// Clocks --------------------------------------------------------------------------------------------------------

static int64_t milliseconds_of(clockid_t clock) {
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t cposix_monotonic_milliseconds(void) { return milliseconds_of(CLOCK_BOOTTIME); }

int64_t cposix_wall_milliseconds(void) { return milliseconds_of(CLOCK_REALTIME); }

int cposix_local_time(int64_t milliseconds, int64_t fields[8]) {
    int64_t seconds = milliseconds / 1000 - (milliseconds % 1000 < 0);
    time_t moment = (time_t)seconds;
    struct tm local;
    if (localtime_r(&moment, &local) == NULL) return -EOVERFLOW;
    fields[0] = (int64_t)local.tm_year + 1900;
    fields[1] = local.tm_mon + 1;
    fields[2] = local.tm_mday;
    fields[3] = local.tm_wday;
    fields[4] = local.tm_hour;
    fields[5] = local.tm_min;
    fields[6] = local.tm_sec;
    fields[7] = local.tm_gmtoff;
    return 0;
}

// Processes and files -------------------------------------------------------------------------------------------

int64_t cposix_read(int fd, void *buffer, uint64_t capacity) {
    ssize_t count;
    do count = read(fd, buffer, capacity);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

int64_t cposix_write(int fd, const void *buffer, uint64_t count) {
    ssize_t written;
    do written = write(fd, buffer, count);
    while (written < 0 && errno == EINTR);
    return written < 0 ? -errno : written;
}

int cposix_set_nonblocking(int fd, int on) {
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0) return -errno;
    flags = on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
    return fcntl(fd, F_SETFL, flags) < 0 ? -errno : 0;
}

int cposix_wait_for(int fd, int writable, int timeout_milliseconds) {
    struct pollfd one = {.fd = fd, .events = writable ? POLLOUT : POLLIN};
    int count;
    do count = poll(&one, 1, timeout_milliseconds);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

int cposix_pipe(int fds[2]) { return pipe2(fds, O_CLOEXEC) < 0 ? -errno : 0; }

int cposix_random(void *buffer, uint64_t count) {
    uint8_t *bytes = buffer;
    while (count > 0) {
        ssize_t got = getrandom(bytes, count, 0);
        if (got < 0) {
            if (errno == EINTR) continue;
            return -errno;
        }
        bytes += got;
        count -= (uint64_t)got;
    }
    return 0;
}

int cposix_lock(int fd) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_OFD_SETLK, &whole) == 0) return 0;
    if (errno == EACCES || errno == EAGAIN) return -EWOULDBLOCK;
    if (errno != EINVAL) return -errno;
    // Kernels and file systems without open-file-description locks.
    return flock(fd, LOCK_EX | LOCK_NB) < 0 ? -errno : 0;
}

int cposix_open(const char *path, int flags, uint32_t mode) {
    int fd;
    do fd = open(path, flags | O_CLOEXEC, (mode_t)mode);
    while (fd < 0 && errno == EINTR);
    return fd < 0 ? -errno : fd;
}

const char *cposix_environment(int index) { return environ == NULL ? NULL : environ[index]; }

int64_t cposix_read_link(const char *path, void *buffer, uint64_t capacity) {
    ssize_t count = readlink(path, buffer, capacity);
    return count < 0 ? -errno : count;
}

int cposix_terminal_size(int fd, int *columns, int *rows) {
    struct winsize size = {0};
    if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

static int user_field(uint32_t user, char *text, int capacity, int home) {
    char buffer[4096];
    struct passwd entry, *found = NULL;
    if (getpwuid_r((uid_t)user, &entry, buffer, sizeof buffer, &found) != 0 || found == NULL) return 0;
    const char *field = home ? found->pw_dir : found->pw_name;
    size_t length = field ? strlen(field) : 0;
    if (length == 0 || length >= (size_t)capacity) return 0;
    memcpy(text, field, length + 1);
    return (int)length;
}

int cposix_user_name(uint32_t user, char *name, int capacity) { return user_field(user, name, capacity, 0); }

int cposix_user_home(uint32_t user, char *path, int capacity) { return user_field(user, path, capacity, 1); }
