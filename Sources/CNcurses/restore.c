#define _GNU_SOURCE
#include "CNcurses.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Everything that a handler reads is written before `armed` is set.
static atomic_int armed;
static int terminal = -1;
static struct termios saved_modes;
static char saved_bytes[512];
static size_t saved_count;

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };
static struct sigaction before[fatal_count];
static int installed;

void cnc_restore(void) {
    if (!atomic_exchange(&armed, 0)) return;
    int error = errno;
    // A background process that writes modes is stopped by SIGTTOU; a dying one must not be.
    sigset_t block, old;
    sigemptyset(&block);
    sigaddset(&block, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &block, &old);
    size_t at = 0;
    // A terminal that takes nothing must not hold a dying program for ever.
    for (int tries = 0; at < saved_count && tries < 1000; tries++) {
        ssize_t count = write(terminal, saved_bytes + at, saved_count - at);
        if (count > 0) at += (size_t)count;
        else if (errno != EINTR && errno != EAGAIN) break;
    }
    tcsetattr(terminal, TCSANOW, &saved_modes);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
}

static void crashed(int signal, siginfo_t *info, void *context) {
    (void)context;
    cnc_restore();
    for (int i = 0; i < fatal_count; i++)
        if (fatal[i] == signal) sigaction(signal, &before[i], NULL);
    // A fault of the processor happens again on return; whatever was sent must be sent again.
    if (signal == SIGTRAP || signal == SIGABRT || !info || info->si_code <= 0) raise(signal);
}

int cnc_arm(int fd, const char *bytes, size_t count) {
    struct termios modes;
    if (count > sizeof saved_bytes || tcgetattr(fd, &modes) != 0) return -1;
    atomic_store(&armed, 0);
    if (terminal >= 0) close(terminal);
    // An own descriptor: whoever closes the other one does not take the way back with it.
    terminal = dup(fd);
    if (terminal < 0) return -1;
    saved_modes = modes;
    memcpy(saved_bytes, bytes, count);
    saved_count = count;
    if (!installed) {
        stack_t stack;
        if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
            stack.ss_size = 64 * 1024;
            stack.ss_sp = malloc(stack.ss_size);
            stack.ss_flags = 0;
            if (stack.ss_sp) sigaltstack(&stack, NULL);
        }
        for (int i = 0; i < fatal_count; i++) {
            struct sigaction action;
            memset(&action, 0, sizeof action);
            action.sa_sigaction = crashed;
            action.sa_flags = SA_SIGINFO | SA_ONSTACK;
            sigemptyset(&action.sa_mask);
            sigaction(fatal[i], &action, &before[i]);
        }
        installed = 1;
    }
    atomic_store(&armed, 1);
    return 0;
}

void cnc_disarm(void) {
    atomic_store(&armed, 0);
    if (terminal >= 0) tcsetattr(terminal, TCSADRAIN, &saved_modes);
}
