#include "CFaultyDisk.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILES 32
#define MAX_PATH 512

typedef struct {
    int kind;
    int file;
    int64_t offset;
    int64_t length;
    unsigned char *data;
} operation;

// A mark has this kind.
#define KIND_MARK 0
#define KIND_CREATE FAULTY_OPEN

struct faulty_disk {
    sqlite3_vfs vfs;
    sqlite3_vfs *real;
    pthread_mutex_t mutex;
    int kinds, manner;
    int64_t first, count, seen, failed, limit;
    int recording;
    char paths[MAX_FILES][MAX_PATH];
    int known[MAX_FILES];
    unsigned char *base[MAX_FILES];
    int64_t base_length[MAX_FILES];
    int64_t totals[MAX_FILES][8];
    int files;
    operation *log;
    int64_t length, room;
};

typedef struct {
    sqlite3_file base;
    faulty_disk *disk;
    int file;
    sqlite3_file *real;
} faulty_file;

static int file_number(faulty_disk *disk, const char *path) {
    if (path == NULL) { return -1; }
    for (int i = 0; i < disk->files; i++) {
        if (strcmp(disk->paths[i], path) == 0) { return i; }
    }
    if (disk->files == MAX_FILES) { return -1; }
    snprintf(disk->paths[disk->files], MAX_PATH, "%s", path);
    return disk->files++;
}

static int kind_index(int kind) {
    int index = 0;
    while (kind > 1) {
        kind >>= 1;
        index++;
    }
    return index;
}

static void remember(faulty_disk *disk, int kind, int file, int64_t offset, const void *data, int64_t length) {
    if (!disk->recording || (kind != KIND_MARK && file < 0)) { return; }
    if (disk->length == disk->room) {
        disk->room = disk->room ? disk->room * 2 : 1024;
        disk->log = realloc(disk->log, (size_t)disk->room * sizeof(operation));
    }
    operation *new = &disk->log[disk->length++];
    *new = (operation){.kind = kind, .file = file, .offset = offset, .length = length};
    if (data != NULL) {
        new->data = malloc((size_t)length + 1);
        memcpy(new->data, data, (size_t)length);
    }
}

// Counts an operation; 1 if it is to fail. With the mutex held.
static int fails(faulty_disk *disk, int kind, int file) {
    if (file >= 0) { disk->totals[file][kind_index(kind)]++; }
    if (!(disk->kinds & kind)) { return 0; }
    int64_t number = disk->seen++;
    if (number < disk->first || number - disk->first >= disk->count) { return 0; }
    disk->failed++;
    return 1;
}

static int enter(faulty_disk *disk, int kind, int file) {
    pthread_mutex_lock(&disk->mutex);
    int result = fails(disk, kind, file);
    if (result) {
        errno = disk->manner == FAULTY_FULL ? ENOSPC : EIO;
        pthread_mutex_unlock(&disk->mutex);
    }
    return result;
}

static void leave(faulty_disk *disk) { pthread_mutex_unlock(&disk->mutex); }

static int64_t used(faulty_disk *disk) {
    int64_t sum = 0;
    for (int i = 0; i < disk->files; i++) {
        struct stat status;
        if (strstr(disk->paths[i], "-shm") == NULL && stat(disk->paths[i], &status) == 0) { sum += status.st_size; }
    }
    return sum;
}

static int file_close(sqlite3_file *file) {
    faulty_file *own = (faulty_file *)file;
    return own->real->pMethods ? own->real->pMethods->xClose(own->real) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *buffer, int amount, sqlite3_int64 offset) {
    faulty_file *own = (faulty_file *)file;
    if (enter(own->disk, FAULTY_READ, own->file)) { return SQLITE_IOERR_READ; }
    leave(own->disk);
    return own->real->pMethods->xRead(own->real, buffer, amount, offset);
}

static int file_write(sqlite3_file *file, const void *data, int amount, sqlite3_int64 offset) {
    faulty_file *own = (faulty_file *)file;
    faulty_disk *disk = own->disk;
    pthread_mutex_lock(&disk->mutex);
    int result = SQLITE_OK;
    int length = amount;
    if (fails(disk, FAULTY_WRITE, own->file)) {
        length = disk->manner == FAULTY_ERROR ? 0 : amount / 2;
        result = disk->manner == FAULTY_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
        errno = disk->manner == FAULTY_FULL ? ENOSPC : EIO;
    } else if (disk->limit >= 0) {
        sqlite3_int64 size = 0;
        own->real->pMethods->xFileSize(own->real, &size);
        if (offset + amount > size && used(disk) + (offset + amount - size) > disk->limit) {
            length = 0;
            result = SQLITE_FULL;
        }
    }
    if (length > 0) {
        int code = own->real->pMethods->xWrite(own->real, data, length, offset);
        if (code == SQLITE_OK) { remember(disk, FAULTY_WRITE, own->file, offset, data, length); }
        if (code != SQLITE_OK) { result = code; }
    }
    pthread_mutex_unlock(&disk->mutex);
    return result;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    faulty_file *own = (faulty_file *)file;
    if (enter(own->disk, FAULTY_TRUNCATE, own->file)) { return SQLITE_IOERR_TRUNCATE; }
    int code = own->real->pMethods->xTruncate(own->real, size);
    if (code == SQLITE_OK) { remember(own->disk, FAULTY_TRUNCATE, own->file, size, NULL, 0); }
    leave(own->disk);
    return code;
}

static int file_sync(sqlite3_file *file, int flags) {
    faulty_file *own = (faulty_file *)file;
    (void)flags;
    if (enter(own->disk, FAULTY_SYNC, own->file)) { return SQLITE_IOERR_FSYNC; }
    // What a test needs of the real disk is its content; waiting for it would only cost time.
    remember(own->disk, FAULTY_SYNC, own->file, 0, NULL, 0);
    leave(own->disk);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    faulty_file *own = (faulty_file *)file;
    return own->real->pMethods->xFileSize(own->real, size);
}

static int file_lock(sqlite3_file *file, int level) {
    faulty_file *own = (faulty_file *)file;
    return own->real->pMethods->xLock(own->real, level);
}

static int file_unlock(sqlite3_file *file, int level) {
    faulty_file *own = (faulty_file *)file;
    return own->real->pMethods->xUnlock(own->real, level);
}

static int file_check_lock(sqlite3_file *file, int *result) {
    faulty_file *own = (faulty_file *)file;
    return own->real->pMethods->xCheckReservedLock(own->real, result);
}

static int file_control(sqlite3_file *file, int code, void *argument) {
    faulty_file *own = (faulty_file *)file;
    return own->real->pMethods->xFileControl(own->real, code, argument);
}

static int file_sector(sqlite3_file *file) {
    faulty_file *own = (faulty_file *)file;
    return own->real->pMethods->xSectorSize(own->real);
}

static int file_characteristics(sqlite3_file *file) {
    faulty_file *own = (faulty_file *)file;
    return own->real->pMethods->xDeviceCharacteristics(own->real);
}

static int file_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    faulty_file *own = (faulty_file *)file;
    if (enter(own->disk, FAULTY_MAP, own->file)) { return SQLITE_IOERR_SHMMAP; }
    leave(own->disk);
    return own->real->pMethods->xShmMap(own->real, region, size, extend, memory);
}

static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
    faulty_file *own = (faulty_file *)file;
    return own->real->pMethods->xShmLock(own->real, offset, count, flags);
}

static void file_barrier(sqlite3_file *file) {
    faulty_file *own = (faulty_file *)file;
    own->real->pMethods->xShmBarrier(own->real);
}

static int file_unmap(sqlite3_file *file, int remove) {
    faulty_file *own = (faulty_file *)file;
    return own->real->pMethods->xShmUnmap(own->real, remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_map,
    .xShmLock = file_map_lock,
    .xShmBarrier = file_barrier,
    .xShmUnmap = file_unmap,
};

// Takes what a file holds before the first remembered operation on it.
static void take_base(faulty_disk *disk, int file) {
    if (!disk->recording || file < 0 || disk->known[file]) { return; }
    disk->known[file] = 1;
    disk->base_length[file] = -1;
    int descriptor = open(disk->paths[file], O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) { return; }
    struct stat status;
    if (fstat(descriptor, &status) == 0) {
        disk->base[file] = malloc((size_t)status.st_size + 1);
        disk->base_length[file] = read(descriptor, disk->base[file], (size_t)status.st_size);
    }
    close(descriptor);
}

static int disk_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *outFlags) {
    faulty_disk *disk = (faulty_disk *)vfs;
    faulty_file *own = (faulty_file *)file;
    memset(own, 0, sizeof(*own));
    pthread_mutex_lock(&disk->mutex);
    own->disk = disk;
    own->file = file_number(disk, name);
    own->real = (sqlite3_file *)(own + 1);
    if (fails(disk, FAULTY_OPEN, own->file)) {
        errno = disk->manner == FAULTY_FULL ? ENOSPC : EIO;
        pthread_mutex_unlock(&disk->mutex);
        return SQLITE_CANTOPEN;
    }
    // A descriptor that is closed drops the locks that the process has on the file, so only before it is opened.
    if (own->file >= 0) { take_base(disk, own->file); }
    int isNew = name != NULL && access(name, F_OK) != 0;
    int code = disk->real->xOpen(disk->real, name, own->real, flags, outFlags);
    if (code == SQLITE_OK && isNew && own->file >= 0) { remember(disk, KIND_CREATE, own->file, 0, NULL, 0); }
    if (code == SQLITE_OK || own->real->pMethods != NULL) { own->base.pMethods = &methods; }
    pthread_mutex_unlock(&disk->mutex);
    return code;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int syncFolder) {
    faulty_disk *disk = (faulty_disk *)vfs;
    pthread_mutex_lock(&disk->mutex);
    int file = file_number(disk, name);
    int code = SQLITE_IOERR_DELETE;
    if (!fails(disk, FAULTY_DELETE, file)) {
        code = disk->real->xDelete(disk->real, name, syncFolder);
        if (code == SQLITE_OK) { remember(disk, FAULTY_DELETE, file, 0, NULL, 0); }
    }
    pthread_mutex_unlock(&disk->mutex);
    return code;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    faulty_disk *disk = (faulty_disk *)vfs;
    return disk->real->xAccess(disk->real, name, flags, result);
}

static int disk_path(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    faulty_disk *disk = (faulty_disk *)vfs;
    return disk->real->xFullPathname(disk->real, name, size, out);
}

static int disk_random(sqlite3_vfs *vfs, int count, char *out) {
    faulty_disk *disk = (faulty_disk *)vfs;
    return disk->real->xRandomness(disk->real, count, out);
}

static int disk_sleep(sqlite3_vfs *vfs, int microseconds) {
    faulty_disk *disk = (faulty_disk *)vfs;
    return disk->real->xSleep(disk->real, microseconds);
}

static int disk_time(sqlite3_vfs *vfs, double *time) {
    faulty_disk *disk = (faulty_disk *)vfs;
    return disk->real->xCurrentTime(disk->real, time);
}

static int disk_time64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
    faulty_disk *disk = (faulty_disk *)vfs;
    return disk->real->xCurrentTimeInt64(disk->real, time);
}

static int disk_error(sqlite3_vfs *vfs, int size, char *out) {
    faulty_disk *disk = (faulty_disk *)vfs;
    return disk->real->xGetLastError(disk->real, size, out);
}

faulty_disk *faulty_disk_make(const char *name) {
    if (sqlite3_initialize() != SQLITE_OK) { return NULL; }
    faulty_disk *disk = calloc(1, sizeof(faulty_disk));
    if (disk == NULL) { return NULL; }
    disk->real = sqlite3_vfs_find(NULL);
    disk->limit = -1;
    pthread_mutex_init(&disk->mutex, NULL);
    disk->vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = (int)sizeof(faulty_file) + disk->real->szOsFile,
        .mxPathname = disk->real->mxPathname,
        .zName = strdup(name),
        .xOpen = disk_open,
        .xDelete = disk_delete,
        .xAccess = disk_access,
        .xFullPathname = disk_path,
        .xRandomness = disk_random,
        .xSleep = disk_sleep,
        .xCurrentTime = disk_time,
        .xGetLastError = disk_error,
        .xCurrentTimeInt64 = disk_time64,
    };
    if (sqlite3_vfs_register(&disk->vfs, 0) != SQLITE_OK) { return NULL; }
    return disk;
}

void faulty_disk_arm(faulty_disk *disk, int kinds, int64_t first, int64_t count, int manner) {
    pthread_mutex_lock(&disk->mutex);
    disk->kinds = kinds;
    disk->first = first;
    disk->count = count;
    disk->manner = manner;
    disk->seen = disk->failed = 0;
    pthread_mutex_unlock(&disk->mutex);
}

void faulty_disk_disarm(faulty_disk *disk) { faulty_disk_arm(disk, 0, 0, 0, 0); }

int64_t faulty_disk_seen(faulty_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int64_t result = disk->seen;
    pthread_mutex_unlock(&disk->mutex);
    return result;
}

int64_t faulty_disk_failed(faulty_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int64_t result = disk->failed;
    pthread_mutex_unlock(&disk->mutex);
    return result;
}

void faulty_disk_limit(faulty_disk *disk, int64_t bytes) {
    pthread_mutex_lock(&disk->mutex);
    disk->limit = bytes < 0 ? -1 : used(disk) + bytes;
    pthread_mutex_unlock(&disk->mutex);
}

int64_t faulty_disk_total(faulty_disk *disk, int kind, const char *ending) {
    pthread_mutex_lock(&disk->mutex);
    int64_t sum = 0;
    size_t length = strlen(ending);
    for (int i = 0; i < disk->files; i++) {
        size_t own = strlen(disk->paths[i]);
        if (own >= length && strcmp(disk->paths[i] + own - length, ending) == 0) {
            sum += disk->totals[i][kind_index(kind)];
        }
    }
    pthread_mutex_unlock(&disk->mutex);
    return sum;
}

void faulty_disk_record(faulty_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    disk->recording = 1;
    pthread_mutex_unlock(&disk->mutex);
}

void faulty_disk_mark(faulty_disk *disk, int64_t number) {
    pthread_mutex_lock(&disk->mutex);
    remember(disk, KIND_MARK, -1, number, NULL, 0);
    pthread_mutex_unlock(&disk->mutex);
}

int64_t faulty_disk_length(faulty_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int64_t result = disk->length;
    pthread_mutex_unlock(&disk->mutex);
    return result;
}

int64_t faulty_disk_marked(faulty_disk *disk, int64_t operation) {
    pthread_mutex_lock(&disk->mutex);
    int64_t result = -1;
    for (int64_t i = 0; i < operation && i < disk->length; i++) {
        if (disk->log[i].kind == KIND_MARK && disk->log[i].offset > result) { result = disk->log[i].offset; }
    }
    pthread_mutex_unlock(&disk->mutex);
    return result;
}

static uint64_t next_random(uint64_t *state) {
    uint64_t value = (*state += 0x9E3779B97F4A7C15u);
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

typedef struct {
    unsigned char *bytes;
    int64_t length, room;
    int exists;
} image;

static void image_resize(image *image, int64_t length) {
    if (length > image->room) {
        image->bytes = realloc(image->bytes, (size_t)length * 2 + 4096);
        image->room = length * 2 + 4096;
    }
    if (length > image->length) { memset(image->bytes + image->length, 0, (size_t)(length - image->length)); }
    image->length = length;
}

static void image_write(image *image, int64_t offset, const unsigned char *data, int64_t length) {
    image->exists = 1;
    if (offset + length > image->length) { image_resize(image, offset + length); }
    memcpy(image->bytes + offset, data, (size_t)length);
}

static void image_apply(image *image, const operation *operation) {
    switch (operation->kind) {
    case KIND_CREATE: image->exists = 1; break;
    case FAULTY_WRITE: image_write(image, operation->offset, operation->data, operation->length); break;
    case FAULTY_TRUNCATE: image_resize(image, operation->offset); break;
    case FAULTY_DELETE:
        image->exists = 0;
        image->length = 0;
        break;
    default: break;
    }
}

// Whether the folder was synced between a removal and the end: SQLite does that with the first sync of a journal or log
// that it has made.
static int is_folder_synced(faulty_disk *disk, int64_t removal, int64_t end) {
    for (int64_t i = removal + 1; i < end; i++) {
        if (disk->log[i].kind != FAULTY_SYNC) { continue; }
        for (int64_t j = i - 1; j >= 0; j--) {
            if (disk->log[j].file != disk->log[i].file || disk->log[j].kind == KIND_MARK) { continue; }
            if (disk->log[j].kind == FAULTY_SYNC) { break; }
            if (disk->log[j].kind == KIND_CREATE) { return 1; }
        }
    }
    return 0;
}

// One file as it is when it stops before operation `end`.
static void replay(faulty_disk *disk, int file, int64_t end, int manner, uint64_t *random, image *image) {
    if (disk->base_length[file] >= 0) { image_write(image, 0, disk->base[file], disk->base_length[file]); }
    int64_t synced = -1;
    for (int64_t i = 0; manner != FAULTY_KILL && i < end; i++) {
        if (disk->log[i].file == file && disk->log[i].kind == FAULTY_SYNC) { synced = i; }
    }
    for (int64_t i = 0; i < end; i++) {
        operation *now = &disk->log[i];
        if (now->kind == KIND_MARK || now->file != file) { continue; }
        // A file that was made is taken to be there: an empty one and none are the same to SQLite.
        int isLasting = i <= synced || now->kind == KIND_CREATE
            || (now->kind == FAULTY_DELETE && is_folder_synced(disk, i, end));
        if (manner == FAULTY_KILL || isLasting) {
            image_apply(image, now);
        } else if (manner == FAULTY_CUT_MIXED) {
            uint64_t dice = next_random(random);
            if (dice & 1) { continue; }
            if (now->kind == FAULTY_WRITE && dice & 2) {
                operation part = *now;
                part.length = (int64_t)(dice >> 8) % (part.length + 1);
                if (part.length > 512) { part.length -= part.length % 512; }
                image_apply(image, &part);
            } else {
                image_apply(image, now);
            }
        }
    }
}

int faulty_disk_leave(
    faulty_disk *disk, int64_t end, int manner, uint64_t seed, const char *from, const char *to
) {
    pthread_mutex_lock(&disk->mutex);
    int result = 0;
    size_t length = strlen(from);
    for (int file = 0; file < disk->files; file++) {
        const char *path = disk->paths[file];
        if (strncmp(path, from, length) != 0 || !disk->known[file]) { continue; }
        char target[MAX_PATH * 2];
        snprintf(target, sizeof target, "%s%s", to, path + length);
        image image = {0};
        replay(disk, file, end, manner, &seed, &image);
        unlink(target);
        if (image.exists) {
            int descriptor = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
            if (descriptor < 0 || write(descriptor, image.bytes, (size_t)image.length) != image.length) { result = 1; }
            if (descriptor >= 0) { close(descriptor); }
        }
        free(image.bytes);
    }
    pthread_mutex_unlock(&disk->mutex);
    return result;
}
