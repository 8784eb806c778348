#ifndef IMCHAT_CFAULTYDISK_H
#define IMCHAT_CFAULTYDISK_H

#include <stdint.h>

// A disk that fails on demand, as a file system of SQLite's beside the real one, and that remembers what was done to it,
// so that its files can be had as they would be after a kill or a power cut behind any operation.

typedef struct faulty_disk faulty_disk;

// Kinds of operations.
enum {
    FAULTY_READ = 1,
    FAULTY_WRITE = 2,
    FAULTY_SYNC = 4,
    FAULTY_TRUNCATE = 8,
    FAULTY_OPEN = 16,
    FAULTY_DELETE = 32,
    FAULTY_MAP = 64,
};

// What a failing operation does.
enum {
    // Nothing, and says so.
    FAULTY_ERROR = 0,
    // A write puts half of its bytes down before it fails; anything else as above.
    FAULTY_SHORT = 1,
    // The same, and says that the disk is full.
    FAULTY_FULL = 2,
};

// What is left after a stop.
enum {
    // Everything up to the operation: the program was killed.
    FAULTY_KILL = 0,
    // What was synced: the power was cut.
    FAULTY_CUT = 1,
    // What was synced, and of the rest some, some of it in part.
    FAULTY_CUT_MIXED = 2,
};

// Registers a file system under a name of its own; never taken away again.
faulty_disk *faulty_disk_make(const char *name);
// Lets operations of these kinds fail, beginning with the one numbered `first` (from 0, counted from now), `count` of them.
void faulty_disk_arm(faulty_disk *disk, int kinds, int64_t first, int64_t count, int manner);
void faulty_disk_disarm(faulty_disk *disk);
// How many operations of armed kinds came since the disk was armed.
int64_t faulty_disk_seen(faulty_disk *disk);
// How many of them failed.
int64_t faulty_disk_failed(faulty_disk *disk);
// How many bytes its files may have together; less than 0 for no limit.
void faulty_disk_limit(faulty_disk *disk, int64_t bytes);
// How many operations of a kind came on files with an ending ("" for any), ever.
int64_t faulty_disk_total(faulty_disk *disk, int kind, const char *ending);

// Begins to remember; files that are there already count as they are when they are next opened.
void faulty_disk_record(faulty_disk *disk);
// Puts a number between the remembered operations.
void faulty_disk_mark(faulty_disk *disk, int64_t number);
// How many operations are remembered.
int64_t faulty_disk_length(faulty_disk *disk);
// The largest number marked before an operation; -1 for none.
int64_t faulty_disk_marked(faulty_disk *disk, int64_t operation);
// Makes the files whose names begin with `from` under `to`, as they are when it stops before an operation. 0 on success.
int faulty_disk_leave(
    faulty_disk *disk, int64_t operation, int manner, uint64_t seed, const char *from, const char *to);

#endif
