// TLS 1.2 and 1.3 for clients over memory, by OpenSSL 3, which is loaded when the first session is asked for: linked at
// build time it would cost every user of the program memory and start-up time.
#ifndef IMCHAT_CTLS_H
#define IMCHAT_CTLS_H

#include <stdint.h>

typedef struct ctls_context ctls_context;
typedef struct ctls_session ctls_session;

enum {
    CTLS_DONE = 1,
    CTLS_MORE = 0,
    /// See `ctls_session_verify_code` and the reason.
    CTLS_FAILED = -1,
    /// The other side has ended the stream in order.
    CTLS_ENDED = -2,
};

/// Loads the library once; 0, or -1 with the loader's words.
int ctls_load(char *reason, int capacity);
/// A context that checks against the system's store and, if not empty, one more file. NULL with a reason.
ctls_context *ctls_context_make(const char *extra_trust, char *reason, int capacity);
void ctls_context_free(ctls_context *context);
/// Whether the system has a store of authorities where the library looks for it.
int ctls_context_has_store(const ctls_context *context);

/// A session that is to talk to the host, a name or a numeric address. NULL with a reason.
ctls_session *ctls_session_make(ctls_context *context, const char *host, int is_address, char *reason, int capacity);
void ctls_session_free(ctls_session *session);
/// Ciphertext from the network; all of it is taken.
int ctls_session_feed(ctls_session *session, const void *bytes, int count);
/// Ciphertext for the network; the number of bytes, 0 if there is none.
int ctls_session_take(ctls_session *session, void *buffer, int capacity);
int ctls_session_handshake(ctls_session *session, char *reason, int capacity);
/// Plain bytes; their number, CTLS_MORE, CTLS_FAILED or CTLS_ENDED.
int ctls_session_read(ctls_session *session, void *buffer, int capacity, char *reason, int reason_capacity);
/// Takes all the bytes: CTLS_DONE or CTLS_FAILED.
int ctls_session_write(ctls_session *session, const void *bytes, int count, char *reason, int capacity);
/// Queues the closing message.
void ctls_session_end(ctls_session *session);
/// Why the certificate was refused (X509_V_ERR_…); 0 if it was not.
long ctls_session_verify_code(const ctls_session *session);
/// The library's words for such a code.
const char *ctls_verify_words(long code);

#endif
