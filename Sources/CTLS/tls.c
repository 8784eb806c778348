#define _GNU_SOURCE
#include "CTLS.h"

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Own declarations of what is used of OpenSSL 3 (its ABI is stable within libssl.so.3); all types stay opaque.
// Numbers are from its public headers ssl.h, tls1.h, bio.h and x509v3.h.

#define LIBRARY(X)                                                                                                     \
    X(ssl, const void *, TLS_client_method, (void))                                                                    \
    X(ssl, void *, SSL_CTX_new, (const void *))                                                                        \
    X(ssl, void, SSL_CTX_free, (void *))                                                                               \
    X(ssl, long, SSL_CTX_ctrl, (void *, int, long, void *))                                                            \
    X(ssl, uint64_t, SSL_CTX_set_options, (void *, uint64_t))                                                          \
    X(ssl, int, SSL_CTX_set_default_verify_paths, (void *))                                                            \
    X(ssl, int, SSL_CTX_load_verify_locations, (void *, const char *, const char *))                                   \
    X(ssl, void, SSL_CTX_set_verify, (void *, int, void *))                                                            \
    X(ssl, void *, SSL_new, (void *))                                                                                  \
    X(ssl, void, SSL_free, (void *))                                                                                   \
    X(ssl, void, SSL_set_bio, (void *, void *, void *))                                                                \
    X(ssl, void, SSL_set_connect_state, (void *))                                                                      \
    X(ssl, long, SSL_ctrl, (void *, int, long, void *))                                                                \
    X(ssl, int, SSL_set1_host, (void *, const char *))                                                                 \
    X(ssl, void, SSL_set_hostflags, (void *, unsigned))                                                                \
    X(ssl, void *, SSL_get0_param, (void *))                                                                           \
    X(ssl, int, SSL_do_handshake, (void *))                                                                            \
    X(ssl, int, SSL_read, (void *, void *, int))                                                                       \
    X(ssl, int, SSL_write, (void *, const void *, int))                                                                \
    X(ssl, int, SSL_shutdown, (void *))                                                                                \
    X(ssl, int, SSL_get_error, (const void *, int))                                                                    \
    X(ssl, long, SSL_get_verify_result, (const void *))                                                                \
    X(crypto, void *, BIO_new, (const void *))                                                                         \
    X(crypto, const void *, BIO_s_mem, (void))                                                                         \
    X(crypto, int, BIO_free, (void *))                                                                                 \
    X(crypto, int, BIO_read, (void *, void *, int))                                                                    \
    X(crypto, int, BIO_write, (void *, const void *, int))                                                             \
    X(crypto, int, X509_VERIFY_PARAM_set1_ip_asc, (void *, const char *))                                              \
    X(crypto, const char *, X509_verify_cert_error_string, (long))                                                     \
    X(crypto, const char *, X509_get_default_cert_dir, (void))                                                         \
    X(crypto, const char *, X509_get_default_cert_file, (void))                                                        \
    X(crypto, unsigned long, ERR_get_error, (void))                                                                    \
    X(crypto, void, ERR_clear_error, (void))                                                                           \
    X(crypto, const char *, ERR_reason_error_string, (unsigned long))

enum {
    CTRL_SET_MIN_PROTO_VERSION = 123,
    CTRL_SET_TLSEXT_HOSTNAME = 55,
    TLS1_2 = 0x0303,
    VERIFY_PEER = 1,
    NO_PARTIAL_WILDCARDS = 4,
    ERROR_WANT_READ = 2,
    ERROR_WANT_WRITE = 3,
    ERROR_ZERO_RETURN = 6,
};

static const uint64_t NO_COMPRESSION = 1ULL << 17;
static const uint64_t NO_RENEGOTIATION = 1ULL << 30;

#define MEMBER(library, result, name, parameters) result(*name) parameters;
static struct { LIBRARY(MEMBER) } lib;

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded;

struct ctls_context {
    void *ssl;
    int has_store;
};

struct ctls_session {
    void *ssl;
    void *in;
    void *out;
};

static int load(char *reason, int capacity) {
    void *crypto = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_GLOBAL);
    void *ssl = crypto ? dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL) : NULL;
    if (ssl == NULL) {
        const char *words = dlerror();
        snprintf(reason, (size_t)capacity, "%s", words ? words : "libssl.so.3 cannot be loaded");
        return -1;
    }
#define FIND(library, result, name, parameters)                                                                        \
    *(void **)(&lib.name) = dlsym(library, #name);                                                                     \
    if (lib.name == NULL) {                                                                                            \
        snprintf(reason, (size_t)capacity, "libssl.so.3 has no " #name);                                               \
        return -1;                                                                                                     \
    }
    LIBRARY(FIND)
    return 0;
}

int ctls_load(char *reason, int capacity) {
    pthread_mutex_lock(&guard);
    int answer = 0;
    if (!is_loaded) {
        answer = load(reason, capacity);
        is_loaded = answer == 0;
    }
    pthread_mutex_unlock(&guard);
    return answer;
}

static void explain(char *reason, int capacity) {
    unsigned long code = lib.ERR_get_error();
    const char *words = code ? lib.ERR_reason_error_string(code) : NULL;
    snprintf(reason, (size_t)capacity, "%s", words ? words : "the stream is damaged");
    lib.ERR_clear_error();
}

static int has_entries(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL) return 0;
    int found = 0;
    for (struct dirent *entry; !found && (entry = readdir(folder)) != NULL;)
        // The library finds authorities by names such as 5ed36f99.0.
        found = strlen(entry->d_name) > 9 && entry->d_name[8] == '.';
    closedir(folder);
    return found;
}

static int load_store(struct ctls_context *context) {
    lib.SSL_CTX_set_default_verify_paths(context->ssl);
    const char *file = getenv("SSL_CERT_FILE"), *folder = getenv("SSL_CERT_DIR");
    if (access(file ? file : lib.X509_get_default_cert_file(), R_OK) == 0) return 1;
    if (has_entries(folder ? folder : lib.X509_get_default_cert_dir())) return 1;
    // A library built for another distribution looks in the wrong place.
    static const char *const bundles[] = {
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem"};
    if (file != NULL || folder != NULL) return 0;
    for (unsigned i = 0; i < sizeof bundles / sizeof *bundles; i++)
        if (access(bundles[i], R_OK) == 0 && lib.SSL_CTX_load_verify_locations(context->ssl, bundles[i], NULL) == 1)
            return 1;
    return 0;
}

ctls_context *ctls_context_make(const char *extra_trust, char *reason, int capacity) {
    struct ctls_context *context = calloc(1, sizeof *context);
    if (context == NULL) return NULL;
    lib.ERR_clear_error();
    context->ssl = lib.SSL_CTX_new(lib.TLS_client_method());
    if (context->ssl == NULL || lib.SSL_CTX_ctrl(context->ssl, CTRL_SET_MIN_PROTO_VERSION, TLS1_2, NULL) != 1) {
        explain(reason, capacity);
        ctls_context_free(context);
        return NULL;
    }
    lib.SSL_CTX_set_options(context->ssl, NO_COMPRESSION | NO_RENEGOTIATION);
    lib.SSL_CTX_set_verify(context->ssl, VERIFY_PEER, NULL);
    context->has_store = load_store(context);
    if (extra_trust[0] != 0 && lib.SSL_CTX_load_verify_locations(context->ssl, extra_trust, NULL) != 1) {
        lib.ERR_clear_error();
        snprintf(reason, (size_t)capacity, "no certificates of authorities in %s", extra_trust);
        ctls_context_free(context);
        return NULL;
    }
    lib.ERR_clear_error();
    return context;
}

void ctls_context_free(ctls_context *context) {
    if (context == NULL) return;
    if (context->ssl) lib.SSL_CTX_free(context->ssl);
    free(context);
}

int ctls_context_has_store(const ctls_context *context) { return context->has_store; }

ctls_session *ctls_session_make(ctls_context *context, const char *host, int is_address, char *reason, int capacity) {
    struct ctls_session *session = calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    lib.ERR_clear_error();
    session->ssl = lib.SSL_new(context->ssl);
    void *in = lib.BIO_new(lib.BIO_s_mem()), *out = lib.BIO_new(lib.BIO_s_mem());
    if (session->ssl == NULL || in == NULL || out == NULL) {
        if (in) lib.BIO_free(in);
        if (out) lib.BIO_free(out);
        explain(reason, capacity);
        ctls_session_free(session);
        return NULL;
    }
    session->in = in;
    session->out = out;
    lib.SSL_set_bio(session->ssl, in, out);
    lib.SSL_set_connect_state(session->ssl);
    int named;
    if (is_address) {
        named = lib.X509_VERIFY_PARAM_set1_ip_asc(lib.SSL_get0_param(session->ssl), host);
    } else {
        lib.SSL_set_hostflags(session->ssl, NO_PARTIAL_WILDCARDS);
        named = lib.SSL_set1_host(session->ssl, host) == 1 &&
                lib.SSL_ctrl(session->ssl, CTRL_SET_TLSEXT_HOSTNAME, 0, (void *)host) == 1;
    }
    if (named != 1) {
        // A session that would accept any name must not exist.
        lib.ERR_clear_error();
        snprintf(reason, (size_t)capacity, "not a usable host name");
        ctls_session_free(session);
        return NULL;
    }
    return session;
}

void ctls_session_free(ctls_session *session) {
    if (session == NULL) return;
    if (session->ssl) lib.SSL_free(session->ssl);
    free(session);
}

int ctls_session_feed(ctls_session *session, const void *bytes, int count) {
    return lib.BIO_write(session->in, bytes, count) == count ? 0 : -1;
}

int ctls_session_take(ctls_session *session, void *buffer, int capacity) {
    int count = lib.BIO_read(session->out, buffer, capacity);
    return count > 0 ? count : 0;
}

static int failure(ctls_session *session, int result, char *reason, int capacity) {
    switch (lib.SSL_get_error(session->ssl, result)) {
    case ERROR_WANT_READ:
    case ERROR_WANT_WRITE:
        return CTLS_MORE;
    case ERROR_ZERO_RETURN:
        return CTLS_ENDED;
    default:
        explain(reason, capacity);
        return CTLS_FAILED;
    }
}

int ctls_session_handshake(ctls_session *session, char *reason, int capacity) {
    lib.ERR_clear_error();
    int result = lib.SSL_do_handshake(session->ssl);
    if (result != 1) return failure(session, result, reason, capacity);
    return lib.SSL_get_verify_result(session->ssl) == 0 ? CTLS_DONE : CTLS_FAILED;
}

int ctls_session_read(ctls_session *session, void *buffer, int capacity, char *reason, int reason_capacity) {
    lib.ERR_clear_error();
    int count = lib.SSL_read(session->ssl, buffer, capacity);
    return count > 0 ? count : failure(session, count, reason, reason_capacity);
}

int ctls_session_write(ctls_session *session, const void *bytes, int count, char *reason, int capacity) {
    lib.ERR_clear_error();
    int written = lib.SSL_write(session->ssl, bytes, count);
    if (written == count) return CTLS_DONE;
    if (failure(session, written, reason, capacity) != CTLS_FAILED)
        snprintf(reason, (size_t)capacity, "the session takes no bytes");
    return CTLS_FAILED;
}

void ctls_session_end(ctls_session *session) {
    lib.SSL_shutdown(session->ssl);
    lib.ERR_clear_error();
}

long ctls_session_verify_code(const ctls_session *session) { return lib.SSL_get_verify_result(session->ssl); }

const char *ctls_verify_words(long code) { return lib.X509_verify_cert_error_string(code); }
