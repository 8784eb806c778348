#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Between fork and exec only async-signal-safe calls: other threads may have held any lock.

static void close_above_two(int keep) {
    if (keep > 3 && syscall(SYS_close_range, 3U, (unsigned)(keep - 1), 0U) == 0 &&
        syscall(SYS_close_range, (unsigned)(keep + 1), ~0U, 0U) == 0)
        return;
    if (keep == 3 && syscall(SYS_close_range, 4U, ~0U, 0U) == 0) return;
    for (int fd = 3; fd < 65536; fd++)
        if (fd != keep) close(fd);
}

static void default_signals(void) {
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < 65; number++) sigaction(number, &standard, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

struct report {
    int code;
    int pid;
};

static void tell(int fd, int code, int pid) {
    struct report report = {.code = code, .pid = pid};
    (void)!write(fd, &report, sizeof report);
}

// Closes both ends after a failure; the failure, negated.
static int close_channel(const int channel[2]) {
    int code = errno;
    close(channel[0]);
    close(channel[1]);
    return -code;
}

// Opens a pipe for the report, its writing end at `lowest` or above: the child replaces the descriptors below it.
static int open_channel(int channel[2], int lowest) {
    if (pipe2(channel, O_CLOEXEC) < 0) return -errno;
    if (channel[1] >= lowest) return 0;
    int higher = fcntl(channel[1], F_DUPFD_CLOEXEC, lowest);
    if (higher < 0) return close_channel(channel);
    close(channel[1]);
    channel[1] = higher;
    return 0;
}

int cposix_spawn_detached(const char *executable, char *const arguments[], char *const environment[],
                          const char *log_path, const char *directory) {
    int channel[2];
    int opened = open_channel(channel, 3);
    if (opened < 0) return opened;
    pid_t first = fork();
    if (first < 0) return close_channel(channel);
    if (first == 0) {
        setsid();
        pid_t second = fork();
        if (second < 0) {
            tell(channel[1], errno, 0);
            _exit(1);
        }
        if (second > 0) _exit(0);
        default_signals();
        int nothing = open("/dev/null", O_RDWR);
        int log = log_path[0] == 0 ? nothing : open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0600);
        if (nothing < 0 || log < 0 || (directory[0] != 0 && chdir(directory) < 0)) {
            tell(channel[1], errno, 0);
            _exit(1);
        }
        dup2(nothing, 0);
        dup2(log, 1);
        dup2(log, 2);
        close_above_two(channel[1]);
        tell(channel[1], 0, (int)getpid());
        execve(executable, arguments, environment);
        tell(channel[1], errno, 0);
        _exit(127);
    }
    close(channel[1]);
    while (waitpid(first, NULL, 0) < 0 && errno == EINTR) {}
    int answer = -ECHILD;
    struct report report;
    ssize_t count;
    // The last word counts: a pid, unless an error of exec follows before the channel closes.
    for (;;) {
        count = read(channel[0], &report, sizeof report);
        if (count < 0 && errno == EINTR) continue;
        if (count != (ssize_t)sizeof report) break;
        answer = report.code != 0 ? -report.code : report.pid;
    }
    close(channel[0]);
    return answer;
}

int cposix_spawn(const char *executable, char *const arguments[], char *const environment[], int in, int out, int err,
                 int search_path) {
    int channel[2];
    int opened = open_channel(channel, 6);
    if (opened < 0) return opened;
    pid_t child = fork();
    if (child < 0) return close_channel(channel);
    if (child == 0) {
        // Copies above 2 first, so that no source is overwritten by an earlier target.
        int a = fcntl(in, F_DUPFD, 3), b = fcntl(out, F_DUPFD, 3), c = fcntl(err, F_DUPFD, 3);
        if (a >= 0 && b >= 0 && c >= 0 && dup2(a, 0) >= 0 && dup2(b, 1) >= 0 && dup2(c, 2) >= 0) {
            default_signals();
            close_above_two(channel[1]);
            if (search_path)
                execvpe(executable, arguments, environment);
            else
                execve(executable, arguments, environment);
        }
        tell(channel[1], errno, 0);
        _exit(127);
    }
    close(channel[1]);
    struct report report;
    ssize_t count;
    do count = read(channel[0], &report, sizeof report);
    while (count < 0 && errno == EINTR);
    close(channel[0]);
    if (count == (ssize_t)sizeof report) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
        return -report.code;
    }
    return (int)child;
}

int cposix_reap(int pid, int *status) {
    int raw = 0;
    pid_t result;
    do result = waitpid(pid, &raw, WNOHANG);
    while (result < 0 && errno == EINTR);
    if (result < 0) return -errno;
    if (result == 0) return 0;
    *status = WIFSIGNALED(raw) ? 256 + WTERMSIG(raw) : WEXITSTATUS(raw);
    return 1;
}

int cposix_process_fd(int pid) {
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    return fd < 0 ? -errno : fd;
}
