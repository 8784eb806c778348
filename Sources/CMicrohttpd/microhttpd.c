// The declarations of libmicrohttpd that are used here are our own, so that its headers are not needed to build.

#include "CMicrohttpd.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>

typedef void (*upgrade_handler)(void *, void *, void *, const char *, size_t, int, void *);
typedef int (*access_handler)(void *, void *, const char *, const char *, const char *, const char *, size_t *, void **);

#define LIBRARY(X)                                                                                                     \
    X(void *, MHD_start_daemon, (unsigned, uint16_t, void *, void *, access_handler, void *, ...))                     \
    X(void, MHD_stop_daemon, (void *))                                                                                 \
    X(int, MHD_run, (void *))                                                                                          \
    X(int, MHD_get_timeout, (void *, unsigned long long *))                                                            \
    X(const void *, MHD_get_daemon_info, (void *, int, ...))                                                           \
    X(const void *, MHD_get_connection_info, (void *, int, ...))                                                       \
    X(const char *, MHD_lookup_connection_value, (void *, int, const char *))                                          \
    X(void *, MHD_create_response_from_buffer, (size_t, void *, int))                                                  \
    X(int, MHD_add_response_header, (void *, const char *, const char *))                                              \
    X(int, MHD_queue_response, (void *, unsigned, void *))                                                             \
    X(void, MHD_destroy_response, (void *))                                                                            \
    X(void, MHD_suspend_connection, (void *))                                                                          \
    X(void, MHD_resume_connection, (void *))                                                                           \
    X(void *, MHD_create_response_for_upgrade, (upgrade_handler, void *))                                              \
    X(int, MHD_upgrade_action, (void *, int, ...))

enum {
    NO = 0,
    YES = 1,
    USE_EPOLL = 512,
    ALLOW_SUSPEND_RESUME = 8192 | 1024,
    ALLOW_UPGRADE = 32768,
    UPGRADE_ACTION_CLOSE = 0,
    SHA1 = 3,
    SHA1_SIZE = 20,
    OPTION_END = 0,
    OPTION_CONNECTION_MEMORY_LIMIT = 1,
    OPTION_CONNECTION_LIMIT = 2,
    OPTION_NOTIFY_COMPLETED = 4,
    OPTION_URI_LOG_CALLBACK = 7,
    OPTION_LISTEN_SOCKET = 12,
    OPTION_NOTIFY_CONNECTION = 27,
    HEADER_KIND = 1,
    GET_ARGUMENT_KIND = 8,
    RESPMEM_MUST_COPY = 2,
    DAEMON_INFO_EPOLL_FD = 3,
    CONNECTION_INFO_FD = 6,
    CONNECTION_INFO_SOCKET_CONTEXT = 7,
    CONNECTION_STARTED = 0,
    // Room for connections that are shut down and not taken away yet.
    SPARE_CONNECTIONS = 8,
    // Holds request line and headers of one connection, in bytes.
    CONNECTION_MEMORY = 16384,
    RUNS_IN_A_ROW = 16,
};

#define MEMBER(result, name, parameters) result(*name) parameters;
static struct { LIBRARY(MEMBER) } lib;

// Of GnuTLS, which libmicrohttpd brings along; a handshake of WebSocket takes a SHA-1.
static int (*hash)(int algorithm, const void *bytes, size_t count, void *digest);

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded;

// A client's stream. One that neither brings a whole request nor takes its answer in time is shut down, whatever it
// trickles, and so is the one that waited longest when there are too many: nobody can occupy the server.
struct connection {
    struct connection *next, *previous;
    int descriptor;
    // When it began to owe us something, in milliseconds.
    int64_t since;
    // Waits for our answer.
    int is_suspended;
    // Shut down, or somebody else's by now.
    int is_done;
};

struct chttp_server {
    void *daemon;
    int descriptor;
    chttp_limits limits;
    chttp_handler handler;
    chttp_ended ended;
    void *context;
    // Requests whose answer is awaited.
    struct chttp_request *waiting;
    // In the order in which they came.
    struct connection *first, *last;
    // How many have ended.
    unsigned ends;
    int is_stopping;
};

struct chttp_request {
    struct chttp_server *server;
    struct chttp_request *next, *previous;
    void *connection;
    void *response;
    char *target;
    char *method;
    char *path;
    uint8_t *body;
    size_t count, capacity;
    unsigned status;
    int has_begun, is_handled, is_suspended, is_answered;
    chttp_upgraded upgraded;
    void *upgraded_context;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int load(char *reason, int capacity) {
    void *library = dlopen("libmicrohttpd.so.12", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) {
        const char *words = dlerror();
        snprintf(reason, (size_t)capacity, "%s", words ? words : "libmicrohttpd.so.12 cannot be loaded");
        return -1;
    }
#define FIND(result, name, parameters)                                                                                 \
    *(void **)(&lib.name) = dlsym(library, #name);                                                                     \
    if (lib.name == NULL) {                                                                                            \
        snprintf(reason, (size_t)capacity, "libmicrohttpd.so.12 has no " #name);                                       \
        return -1;                                                                                                     \
    }
    LIBRARY(FIND)
    *(void **)(&hash) = dlsym(library, "gnutls_hash_fast");
    return 0;
}

int chttp_load(char *reason, int capacity) {
    pthread_mutex_lock(&guard);
    int answer = 0;
    if (!is_loaded) {
        answer = load(reason, capacity);
        is_loaded = answer == 0;
    }
    pthread_mutex_unlock(&guard);
    return answer;
}

static void shut(struct connection *connection) {
    connection->is_done = 1;
    shutdown(connection->descriptor, SHUT_RDWR);
}

static void make_room(struct chttp_server *server) {
    struct connection *oldest = NULL;
    uint32_t open = 0;
    // The newest is not asked: it could not have brought anything yet.
    for (struct connection *each = server->first; each; each = each->next) {
        if (each->is_done) continue;
        open++;
        if (each->next && !each->is_suspended && (oldest == NULL || each->since < oldest->since)) oldest = each;
    }
    if (open > server->limits.connection_limit && oldest) shut(oldest);
}

static void connection_changed(void *context, void *handle, void **state, int change) {
    struct chttp_server *server = context;
    struct connection *connection = *state;
    if (change == CONNECTION_STARTED) {
        const int *descriptor = lib.MHD_get_connection_info(handle, CONNECTION_INFO_FD);
        connection = calloc(1, sizeof *connection);
        if (connection == NULL || descriptor == NULL) {
            free(connection);
            return;
        }
        connection->descriptor = *descriptor;
        connection->since = now();
        connection->previous = server->last;
        *(server->last ? &server->last->next : &server->first) = connection;
        server->last = connection;
        *state = connection;
        make_room(server);
    } else if (connection) {
        *(connection->previous ? &connection->previous->next : &server->first) = connection->next;
        *(connection->next ? &connection->next->previous : &server->last) = connection->previous;
        free(connection);
        *state = NULL;
        server->ends++;
    }
}

static struct connection *connection_of(struct chttp_request *request) {
    void *const *state = lib.MHD_get_connection_info(request->connection, CONNECTION_INFO_SOCKET_CONTEXT);
    return state ? *state : NULL;
}

static void owes(struct chttp_request *request, int is_suspended) {
    struct connection *connection = connection_of(request);
    if (connection == NULL) return;
    connection->since = now();
    connection->is_suspended = is_suspended;
}

// Shuts down who is too late. Milliseconds until somebody may be; -1 for never.
static int64_t shut_late(struct chttp_server *server) {
    int64_t limit = (int64_t)server->limits.idle_seconds * 1000, time = now(), wait = -1;
    for (struct connection *each = server->first; each; each = each->next) {
        if (each->is_suspended || each->is_done) continue;
        int64_t left = each->since + limit - time;
        if (left <= 0) shut(each);
        else if (wait < 0 || left < wait) wait = left;
    }
    return wait;
}

// The first that is heard of a request: its target as it came. The answer is the request's state from now on.
static void *begin(void *context, const char *target, void *connection) {
    struct chttp_request *request = calloc(1, sizeof *request);
    if (request == NULL) return NULL;
    request->server = context;
    request->connection = connection;
    request->target = strdup(target);
    return request;
}

static void forget(struct chttp_request *request) {
    struct chttp_server *server = request->server;
    if (request->previous) request->previous->next = request->next;
    else if (server->waiting == request) server->waiting = request->next;
    if (request->next) request->next->previous = request->previous;
    if (request->response) lib.MHD_destroy_response(request->response);
    if (request->is_answered) server->ended(server->context, request);
    free(request->target);
    free(request->method);
    free(request->path);
    free(request->body);
    free(request);
}

static void completed(void *context, void *connection, void **state, int reason) {
    (void)context, (void)connection, (void)reason;
    if (*state == NULL) return;
    owes(*state, 0);
    forget(*state);
    *state = NULL;
}

static int respond(struct chttp_request *request) {
    owes(request, 0);
    return lib.MHD_queue_response(request->connection, request->status, request->response);
}

static int refuse(struct chttp_request *request, unsigned status, const char *words) {
    char text[128];
    int count = snprintf(text, sizeof text, "{\"meta\":{\"code\":%u,\"message\":\"%s\"}}", status, words);
    request->status = status;
    request->response = lib.MHD_create_response_from_buffer((size_t)count, text, RESPMEM_MUST_COPY);
    if (request->response == NULL) return NO;
    lib.MHD_add_response_header(request->response, "Content-Type", "application/json");
    lib.MHD_add_response_header(request->response, "Connection", "close");
    return respond(request);
}

static int take(struct chttp_request *request, const char *bytes, size_t count) {
    if (request->count + count > request->server->limits.body_limit) return NO;
    if (request->count + count > request->capacity) {
        size_t capacity = request->capacity ? request->capacity * 2 : 4096;
        while (capacity < request->count + count) capacity *= 2;
        uint8_t *body = realloc(request->body, capacity);
        if (body == NULL) return NO;
        request->body = body;
        request->capacity = capacity;
    }
    memcpy(request->body + request->count, bytes, count);
    request->count += count;
    return YES;
}

static int handle(
    void *context, void *connection, const char *path, const char *method, const char *version, const char *bytes,
    size_t *count, void **state) {
    struct chttp_server *server = context;
    struct chttp_request *request = *state;
    (void)connection, (void)version;
    if (request == NULL) return NO;
    if (request->response) return respond(request);
    if (!request->has_begun) {
        request->has_begun = 1;
        request->method = strdup(method);
        request->path = strdup(path);
        if (request->method == NULL || request->path == NULL || request->target == NULL) return NO;
        const char *length = lib.MHD_lookup_connection_value(request->connection, HEADER_KIND, "Content-Length");
        if (length && strtoull(length, NULL, 10) > server->limits.body_limit)
            return refuse(request, 413, "the body is too large");
        return YES;
    }
    if (*count > 0) {
        // A body without a length that grows past the limit ends the connection.
        int answer = take(request, bytes, *count);
        *count = 0;
        return answer;
    }
    // Woken without an answer, for want of memory.
    if (request->is_handled) return NO;
    request->is_handled = 1;
    if (server->is_stopping) return refuse(request, 503, "the server ends");
    server->handler(server->context, request);
    if (request->response) return respond(request);
    request->is_suspended = 1;
    request->next = server->waiting;
    if (server->waiting) server->waiting->previous = request;
    server->waiting = request;
    owes(request, 1);
    lib.MHD_suspend_connection(request->connection);
    return YES;
}

static void resume(struct chttp_request *request) {
    if (!request->is_suspended) return;
    request->is_suspended = 0;
    if (request->previous) request->previous->next = request->next;
    else request->server->waiting = request->next;
    if (request->next) request->next->previous = request->previous;
    request->next = request->previous = NULL;
    lib.MHD_resume_connection(request->connection);
}

void chttp_request_answer(
    chttp_request *request, unsigned status, const char *type, const void *bytes, uint64_t count) {
    if (request->response) return;
    request->status = status;
    request->is_answered = 1;
    request->response = lib.MHD_create_response_from_buffer((size_t)count, (void *)bytes, RESPMEM_MUST_COPY);
    if (request->response && count > 0) lib.MHD_add_response_header(request->response, "Content-Type", type);
    resume(request);
}

// The socket is ours from now on: the library lets go of its own descriptor and of the connection.
static void hand_over(
    void *context, void *connection, void *state, const char *extra, size_t count, int descriptor, void *handle) {
    struct chttp_request *request = context;
    (void)connection, (void)state;
    struct connection *known = connection_of(request);
    int own = known && known->is_done ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    // Nor is it ours to shut down any more, though the library has yet to let go of it.
    if (known) known->is_done = 1;
    if (own >= 0) request->upgraded(request->upgraded_context, own, (const uint8_t *)extra, count);
    lib.MHD_upgrade_action(handle, UPGRADE_ACTION_CLOSE);
}

static void base64(const uint8_t *bytes, size_t count, char *text) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        if (i + 1 < count) three |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < count) three |= bytes[i + 2];
        for (size_t j = 0; j < 4; j++) *text++ = i + j > count ? '=' : digits[three >> (18 - 6 * j) & 63];
    }
    *text = 0;
}

int chttp_request_upgrade(chttp_request *request, chttp_upgraded upgraded, void *context) {
    const char *upgrade = chttp_request_header(request, "Upgrade");
    const char *version = chttp_request_header(request, "Sec-WebSocket-Version");
    const char *key = chttp_request_header(request, "Sec-WebSocket-Key");
    if (hash == NULL || request->response || !upgrade || strcasecmp(upgrade, "websocket") != 0) return -1;
    if (!version || strcmp(version, "13") != 0 || !key || strlen(key) != 24) return -1;
    char words[64], accept[32];
    uint8_t digest[SHA1_SIZE];
    int count = snprintf(words, sizeof words, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    if (hash(SHA1, words, (size_t)count, digest) != 0) return -1;
    base64(digest, sizeof digest, accept);
    request->response = lib.MHD_create_response_for_upgrade(hand_over, request);
    if (request->response == NULL) return -1;
    lib.MHD_add_response_header(request->response, "Upgrade", "websocket");
    lib.MHD_add_response_header(request->response, "Sec-WebSocket-Accept", accept);
    request->status = 101;
    request->upgraded = upgraded;
    request->upgraded_context = context;
    return 0;
}

chttp_server *chttp_server_make(
    int listening, chttp_limits limits, chttp_handler handler, chttp_ended ended, void *context) {
    struct chttp_server *server = calloc(1, sizeof *server);
    if (server == NULL) return NULL;
    server->limits = limits;
    server->handler = handler;
    server->ended = ended;
    server->context = context;
    server->daemon = lib.MHD_start_daemon(
        USE_EPOLL | ALLOW_SUSPEND_RESUME | ALLOW_UPGRADE, 0, NULL, NULL, handle, server, OPTION_LISTEN_SOCKET, listening,
        OPTION_CONNECTION_LIMIT, (unsigned)limits.connection_limit + SPARE_CONNECTIONS, OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_MEMORY, OPTION_URI_LOG_CALLBACK, begin, server, OPTION_NOTIFY_COMPLETED, completed, server,
        OPTION_NOTIFY_CONNECTION, connection_changed, server, OPTION_END);
    if (server->daemon == NULL) {
        free(server);
        return NULL;
    }
    const int *descriptor = lib.MHD_get_daemon_info(server->daemon, DAEMON_INFO_EPOLL_FD);
    server->descriptor = descriptor ? *descriptor : -1;
    return server;
}

int chttp_server_descriptor(const chttp_server *server) { return server->descriptor; }

int64_t chttp_server_run(chttp_server *server) {
    unsigned long long wait = 0;
    int64_t late = shut_late(server);
    for (int i = 0; i < RUNS_IN_A_ROW; i++) {
        unsigned ends = server->ends;
        lib.MHD_run(server->daemon);
        // A library that was full listens again only in its next run, which nothing else would bring about.
        if (server->ends != ends) continue;
        if (lib.MHD_get_timeout(server->daemon, &wait) == YES && wait == 0) continue;
        // Whoever came in this run is late no sooner than who was here before.
        return late >= 0 ? late : server->first ? (int64_t)server->limits.idle_seconds * 1000 : -1;
    }
    return 0;
}

void chttp_server_stop(chttp_server *server) {
    server->is_stopping = 1;
    while (server->waiting)
        chttp_request_answer(server->waiting, 503, "text/plain", "", 0);
    lib.MHD_run(server->daemon);
    lib.MHD_stop_daemon(server->daemon);
    free(server);
}

const char *chttp_request_method(const chttp_request *request) { return request->method; }

const char *chttp_request_target(const chttp_request *request) { return request->target; }

const char *chttp_request_path(const chttp_request *request) { return request->path; }

const char *chttp_request_parameter(chttp_request *request, const char *name) {
    return lib.MHD_lookup_connection_value(request->connection, GET_ARGUMENT_KIND, name);
}

const char *chttp_request_header(chttp_request *request, const char *name) {
    return lib.MHD_lookup_connection_value(request->connection, HEADER_KIND, name);
}

const uint8_t *chttp_request_body(const chttp_request *request, uint64_t *count) {
    *count = request->count;
    return request->body;
}
