#define _GNU_SOURCE
#include "CPosix.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int cposix_resolve(const char *host, uint16_t port, int numeric_only, int passive, struct cposix_address *addresses,
                   int capacity, char *reason) {
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)port);
    hints.ai_flags = AI_NUMERICSERV;
    if (numeric_only) hints.ai_flags |= AI_NUMERICHOST;
    if (passive) hints.ai_flags |= AI_PASSIVE;
    struct addrinfo *found = NULL;
    int code = getaddrinfo(host[0] == 0 ? NULL : host, service, &hints, &found);
    if (code != 0) {
        snprintf(reason, 128, "%s", code == EAI_SYSTEM ? strerror(errno) : gai_strerror(code));
        return code < 0 ? code : -code;
    }
    int count = 0;
    for (struct addrinfo *one = found; one != NULL && count < capacity; one = one->ai_next) {
        if (one->ai_addrlen > sizeof addresses[0].bytes) continue;
        memset(&addresses[count], 0, sizeof addresses[count]);
        addresses[count].length = one->ai_addrlen;
        addresses[count].family = one->ai_family;
        memcpy(addresses[count].bytes, one->ai_addr, one->ai_addrlen);
        count++;
    }
    freeaddrinfo(found);
    return count;
}

int cposix_unix_address(const char *path, struct cposix_address *address) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0) return -ENOENT;
    if (length >= sizeof name.sun_path) return -ENAMETOOLONG;
    memcpy(name.sun_path, path, length + 1);
    memset(address, 0, sizeof *address);
    address->family = AF_UNIX;
    address->length = sizeof name;
    memcpy(address->bytes, &name, sizeof name);
    return 0;
}

int cposix_stream_socket(int family) {
    int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    return fd < 0 ? -errno : fd;
}

int cposix_connect(int fd, const struct cposix_address *address) {
    int result = connect(fd, (const struct sockaddr *)address->bytes, address->length);
    if (result == 0) return 0;
    // An interrupted connect goes on by itself.
    return errno == EINTR ? -EINPROGRESS : -errno;
}

int cposix_socket_error(int fd) {
    int code = 0;
    socklen_t length = sizeof code;
    if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &length) < 0) return -errno;
    return -code;
}

static void set_option(int fd, int level, int name, int value) { setsockopt(fd, level, name, &value, sizeof value); }

void cposix_tcp_options(int fd) {
    set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    // A dead peer is noticed after about two minutes even where nothing is being sent.
    set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, 60);
    set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, 15);
    set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, 4);
    set_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, 120000);
}

void cposix_listen_options(int fd, int family, int dual_stack) {
    if (family == AF_UNIX) return;
    set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    // Accepted sockets take it over. What their readers leave unread is for the server to count, not for the kernel, which
    // would else hold megabytes for each; it doubles the number.
    set_option(fd, SOL_SOCKET, SO_SNDBUF, 131072);
    if (family == AF_INET6) set_option(fd, IPPROTO_IPV6, IPV6_V6ONLY, !dual_stack);
}

int cposix_bind(int fd, const struct cposix_address *address) {
    return bind(fd, (const struct sockaddr *)address->bytes, address->length) < 0 ? -errno : 0;
}

int cposix_listen(int fd, int backlog) { return listen(fd, backlog) < 0 ? -errno : 0; }

int cposix_accept(int fd, struct cposix_address *peer) {
    memset(peer, 0, sizeof *peer);
    socklen_t length = sizeof peer->bytes;
    int accepted;
    do accepted = accept4(fd, (struct sockaddr *)peer->bytes, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    while (accepted < 0 && errno == EINTR);
    if (accepted < 0) return -errno;
    peer->length = length;
    peer->family = ((struct sockaddr *)peer->bytes)->sa_family;
    return accepted;
}

int cposix_local_address(int fd, struct cposix_address *address) {
    memset(address, 0, sizeof *address);
    socklen_t length = sizeof address->bytes;
    if (getsockname(fd, (struct sockaddr *)address->bytes, &length) < 0) return -errno;
    address->length = length;
    address->family = ((struct sockaddr *)address->bytes)->sa_family;
    return 0;
}

uint16_t cposix_address_port(const struct cposix_address *address) {
    if (address->family == AF_INET) return ntohs(((const struct sockaddr_in *)address->bytes)->sin_port);
    if (address->family == AF_INET6) return ntohs(((const struct sockaddr_in6 *)address->bytes)->sin6_port);
    return 0;
}

void cposix_address_set_port(struct cposix_address *address, uint16_t port) {
    if (address->family == AF_INET) ((struct sockaddr_in *)address->bytes)->sin_port = htons(port);
    if (address->family == AF_INET6) ((struct sockaddr_in6 *)address->bytes)->sin6_port = htons(port);
}

void cposix_address_text(const struct cposix_address *address, char *text, int capacity) {
    char host[INET6_ADDRSTRLEN] = "?";
    unsigned port = cposix_address_port(address);
    if (address->family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)address->bytes)->sin_addr, host, sizeof host);
        snprintf(text, (size_t)capacity, "%s:%u", host, port);
    } else if (address->family == AF_INET6) {
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)address->bytes)->sin6_addr, host, sizeof host);
        snprintf(text, (size_t)capacity, "[%s]:%u", host, port);
    } else {
        snprintf(text, (size_t)capacity, "unix");
    }
}

int cposix_peer_credentials(int fd, int32_t *process, uint32_t *user, uint32_t *group) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -errno;
    *process = credentials.pid;
    *user = credentials.uid;
    *group = credentials.gid;
    return 0;
}

int cposix_socket_pair(int fds[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds) < 0 ? -errno : 0;
}

void cposix_reset_on_close(int fd) {
    struct linger none = {.l_onoff = 1, .l_linger = 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
}

void cposix_shutdown_writing(int fd) { shutdown(fd, SHUT_WR); }

int64_t cposix_send(int fd, const void *buffer, uint64_t count) {
    ssize_t written;
    do written = send(fd, buffer, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (written < 0 && errno == EINTR);
    return written < 0 ? -errno : written;
}
