// The parts of POSIX and Linux that Swift's Glibc module does not show (macros, variadics, feature-guarded calls).
// Every function answers -errno on failure unless it says otherwise, so that Swift never reads `errno` too late.
#ifndef IMCHAT_CPOSIX_H
#define IMCHAT_CPOSIX_H

#include <stdint.h>
#include <sys/types.h>

// Polling -------------------------------------------------------------------------------------------------------

enum {
    CPOSIX_READABLE = 1,
    CPOSIX_WRITABLE = 2,
    CPOSIX_HANGUP = 4,
};

struct cposix_event {
    uint64_t token;
    uint32_t readiness;
};

int cposix_poller_make(void);
int cposix_poller_add(int poller, int fd, uint32_t interest, uint64_t token);
int cposix_poller_change(int poller, int fd, uint32_t interest, uint64_t token);
int cposix_poller_remove(int poller, int fd);
/// Number of events; 0 after the time-out or a signal. A negative time-out waits for ever.
int cposix_poller_wait(int poller, struct cposix_event *events, int capacity, int timeout_milliseconds);
/// Whether nothing is left to read: 1 yes, 0 no or not known. Knows pipes, sockets, terminals and files.
int cposix_at_end(int fd);

// Waking up -----------------------------------------------------------------------------------------------------

int cposix_wakeup_make(void);
void cposix_wakeup_ring(int fd);
void cposix_wakeup_clear(int fd);

// Clocks --------------------------------------------------------------------------------------------------------

/// Milliseconds since the machine started, sleep included.
int64_t cposix_monotonic_milliseconds(void);
/// Milliseconds since 1970.
int64_t cposix_wall_milliseconds(void);
/// Year (2026), month (1-12), day, weekday (0 Sunday), hour, minute, second, offset from UTC in seconds.
int cposix_local_time(int64_t milliseconds, int64_t fields[8]);

// Signals -------------------------------------------------------------------------------------------------------

/// Takes one of the signal slots; answers the slot, or -EMFILE when all are taken.
int cposix_signal_slot_take(void);
void cposix_signal_slot_return(int slot);
/// The readable end: one byte per signal, the signal's number.
int cposix_signal_slot_fd(int slot);
int cposix_signal_watch(int slot, int signal);
void cposix_signal_unwatch(int slot, int signal);
void cposix_ignore_sigpipe(void);
/// Blocks all signals in the calling thread, so that they go to the loop's thread.
void cposix_block_signals(void);

// Sockets -------------------------------------------------------------------------------------------------------

struct cposix_address {
    uint32_t length;
    int32_t family;
    _Alignas(8) uint8_t bytes[128];
};

/// Looks a host up. Blocks unless `numeric_only`. Answers the number of addresses or a negative EAI_ code;
/// then `reason` (capacity 128) holds the resolver's words.
int cposix_resolve(const char *host, uint16_t port, int numeric_only, int passive, struct cposix_address *addresses,
                   int capacity, char *reason);
/// Answers -ENAMETOOLONG for a path that does not fit (107 bytes).
int cposix_unix_address(const char *path, struct cposix_address *address);
/// A non-blocking, close-on-exec stream socket.
int cposix_stream_socket(int family);
/// 0 connected, -EINPROGRESS under way.
int cposix_connect(int fd, const struct cposix_address *address);
/// The outcome of a connect, negative; 0 is success.
int cposix_socket_error(int fd);
void cposix_tcp_options(int fd);
void cposix_listen_options(int fd, int family, int dual_stack);
int cposix_bind(int fd, const struct cposix_address *address);
int cposix_listen(int fd, int backlog);
int cposix_accept(int fd, struct cposix_address *peer);
int cposix_local_address(int fd, struct cposix_address *address);
uint16_t cposix_address_port(const struct cposix_address *address);
void cposix_address_set_port(struct cposix_address *address, uint16_t port);
/// "127.0.0.1:80", "[::1]:80", "unix"; capacity at least 64.
void cposix_address_text(const struct cposix_address *address, char *text, int capacity);
int cposix_peer_credentials(int fd, int32_t *process, uint32_t *user, uint32_t *group);
int cposix_socket_pair(int fds[2]);
/// Makes close() send a reset instead of an orderly end.
void cposix_reset_on_close(int fd);
void cposix_shutdown_writing(int fd);
int64_t cposix_read(int fd, void *buffer, uint64_t capacity);
/// Writes to a socket without SIGPIPE.
int64_t cposix_send(int fd, const void *buffer, uint64_t count);
/// write(2), EINTR retried.
int64_t cposix_write(int fd, const void *buffer, uint64_t count);
int cposix_set_nonblocking(int fd, int on);
/// Waits for one descriptor; 1 ready, 0 time-out.
int cposix_wait_for(int fd, int writable, int timeout_milliseconds);

// Processes and files -------------------------------------------------------------------------------------------

int cposix_pipe(int fds[2]);
int cposix_random(void *buffer, uint64_t count);
/// Exclusive lock without waiting: an open-file-description lock; -EWOULDBLOCK when another holds it.
int cposix_lock(int fd);
/// Opens with O_CLOEXEC.
int cposix_open(const char *path, int flags, uint32_t mode);
/// Starts a process detached from terminal, session and parent: double fork, setsid, descriptors 0-2 to /dev/null
/// and the log, all others closed. Answers once exec succeeded, with the pid, or -errno of what failed.
int cposix_spawn_detached(const char *executable, char *const arguments[], char *const environment[],
                          const char *log_path, const char *directory);
/// Starts a process with descriptors 0-2 given, all others closed, default signals; the pid.
int cposix_spawn(const char *executable, char *const arguments[], char *const environment[], int in, int out, int err,
                 int search_path);
/// 0 still runs; 1 ended: status holds the exit code, or 256 + signal.
int cposix_reap(int pid, int *status);
/// A descriptor that becomes readable when the process ends, or -errno.
int cposix_process_fd(int pid);
/// The environment's entry at an index; NULL behind the last.
const char *cposix_environment(int index);
int64_t cposix_read_link(const char *path, void *buffer, uint64_t capacity);
int cposix_terminal_size(int fd, int *columns, int *rows);
/// Opens a pseudo-terminal of a size: ends[0] is ours, ends[1] the program's.
int cposix_open_terminal(int columns, int rows, int ends[2]);
/// The user's name from the user database; the length, 0 if there is none.
int cposix_user_name(uint32_t user, char *name, int capacity);
int cposix_user_home(uint32_t user, char *path, int capacity);

#endif
