#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// The handler may run on any thread at any moment, so a slot's pipe is never closed: a returned slot keeps its pipe
// for the next taker, and a late write cannot hit a descriptor that has become something else.
enum { SLOTS = 32, SIGNALS = 65 };

static struct {
    atomic_int write_end;
    int read_end;
    int taken;
    atomic_ullong mask;
} slots[SLOTS];

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int watchers[SIGNALS];
static struct sigaction before[SIGNALS];

static void on_signal(int number) {
    int saved = errno;
    for (int i = 0; i < SLOTS; i++) {
        if ((atomic_load(&slots[i].mask) & (1ULL << (number - 1))) == 0) continue;
        unsigned char byte = (unsigned char)number;
        // A full pipe loses nothing that matters: earlier bytes are still unread.
        (void)!write(atomic_load(&slots[i].write_end), &byte, 1);
    }
    errno = saved;
}

int cposix_signal_slot_take(void) {
    int answer = -EMFILE;
    pthread_mutex_lock(&guard);
    for (int i = 0; i < SLOTS; i++) {
        if (slots[i].taken) continue;
        if (slots[i].read_end == 0) {
            int ends[2];
            if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) {
                answer = -errno;
                break;
            }
            slots[i].read_end = ends[0];
            atomic_store(&slots[i].write_end, ends[1]);
        }
        slots[i].taken = 1;
        answer = i;
        break;
    }
    pthread_mutex_unlock(&guard);
    return answer;
}

static void unwatch(int slot, int number) {
    unsigned long long bit = 1ULL << (number - 1);
    if ((atomic_load(&slots[slot].mask) & bit) == 0) return;
    atomic_fetch_and(&slots[slot].mask, ~bit);
    if (--watchers[number] == 0) sigaction(number, &before[number], NULL);
}

void cposix_signal_slot_return(int slot) {
    pthread_mutex_lock(&guard);
    for (int number = 1; number < SIGNALS; number++) unwatch(slot, number);
    unsigned char rest[64];
    while (read(slots[slot].read_end, rest, sizeof rest) > 0) {}
    slots[slot].taken = 0;
    pthread_mutex_unlock(&guard);
}

int cposix_signal_slot_fd(int slot) { return slots[slot].read_end; }

int cposix_signal_watch(int slot, int number) {
    if (number < 1 || number >= SIGNALS) return -EINVAL;
    unsigned long long bit = 1ULL << (number - 1);
    int answer = 0;
    pthread_mutex_lock(&guard);
    if ((atomic_load(&slots[slot].mask) & bit) == 0) {
        atomic_fetch_or(&slots[slot].mask, bit);
        if (watchers[number]++ == 0) {
            struct sigaction action;
            memset(&action, 0, sizeof action);
            action.sa_handler = on_signal;
            action.sa_flags = SA_RESTART;
            sigfillset(&action.sa_mask);
            if (sigaction(number, &action, &before[number]) < 0) {
                answer = -errno;
                watchers[number]--;
                atomic_fetch_and(&slots[slot].mask, ~bit);
            }
        }
    }
    pthread_mutex_unlock(&guard);
    return answer;
}

void cposix_signal_unwatch(int slot, int number) {
    if (number < 1 || number >= SIGNALS) return;
    pthread_mutex_lock(&guard);
    unwatch(slot, number);
    pthread_mutex_unlock(&guard);
}

void cposix_ignore_sigpipe(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

void cposix_block_signals(void) {
    sigset_t all;
    sigfillset(&all);
    // Faults of the thread itself must stay deliverable, else the crash handlers never run.
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGILL);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGTRAP);
    sigdelset(&all, SIGABRT);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
}
