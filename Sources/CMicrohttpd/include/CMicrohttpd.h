// HTTP/1.1 for servers by libmicrohttpd, which is loaded when the first server is asked for: linked at build time it
// would cost the client memory and start-up time too. No thread of its own: the caller's loop watches one
// descriptor and calls `chttp_server_run`.
#ifndef IMCHAT_CMICROHTTPD_H
#define IMCHAT_CMICROHTTPD_H

#include <stdint.h>

typedef struct chttp_server chttp_server;
typedef struct chttp_request chttp_request;

/// Called once for each whole request, from inside `chttp_server_run`; answer it at once or later.
typedef void (*chttp_handler)(void *context, chttp_request *request);

/// Called once for each answered request when its answer has been taken, or never will be, from inside
/// `chttp_server_run` or `chttp_server_stop`; until then the answer's bytes are held.
typedef void (*chttp_ended)(void *context, chttp_request *request);

typedef struct {
    /// The largest body of a request, in bytes; a larger one is answered with 413.
    uint32_t body_limit;
    /// How many connections may be open; one more closes the one that has owed a request longest.
    uint32_t connection_limit;
    /// Seconds that a connection has for a whole request, and for taking its answer; then it is closed, whatever
    /// trickles in.
    uint32_t idle_seconds;
} chttp_limits;

/// Loads the library once; 0, or -1 with the loader's words.
int chttp_load(char *reason, int capacity);

/// Serves on a listening, non-blocking stream socket, which belongs to the server from now on. NULL if the library
/// refuses; the socket is the caller's then.
chttp_server *chttp_server_make(
    int listening, chttp_limits limits, chttp_handler handler, chttp_ended ended, void *context);
/// Readable when there is something to do.
int chttp_server_descriptor(const chttp_server *server);
/// Does what can be done without waiting. Milliseconds after which to call again in any case; -1 for none.
int64_t chttp_server_run(chttp_server *server);
/// Closes socket and connections; requests that wait for an answer are gone.
void chttp_server_stop(chttp_server *server);

const char *chttp_request_method(const chttp_request *request);
/// The path with its query as they came, undecoded.
const char *chttp_request_target(const chttp_request *request);
/// The path, decoded.
const char *chttp_request_path(const chttp_request *request);
/// A parameter of the query, decoded; NULL where there is none. Only inside the handler.
const char *chttp_request_parameter(chttp_request *request, const char *name);
/// A header; NULL where there is none. Only inside the handler.
const char *chttp_request_header(chttp_request *request, const char *name);
const uint8_t *chttp_request_body(const chttp_request *request, uint64_t *count);

/// Answers a request, once; the request is not to be used any more, but as a name until it ends.
void chttp_request_answer(chttp_request *request, unsigned status, const char *type, const void *bytes, uint64_t count);

/// Takes a connection that has become something else than HTTP: its descriptor, non-blocking, which belongs to the
/// callee, and what came behind the request already.
typedef void (*chttp_upgraded)(void *context, int descriptor, const uint8_t *extra, uint64_t count);

/// Answers a request by changing to WebSocket (RFC 6455), instead of `chttp_request_answer` and only inside the
/// handler; `context` must live as long as the server. -1 where the request does not ask for that properly.
int chttp_request_upgrade(chttp_request *request, chttp_upgraded upgraded, void *context);

#endif
