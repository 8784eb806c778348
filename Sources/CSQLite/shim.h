#ifndef IMCHAT_CSQLITE_SHIM_H
#define IMCHAT_CSQLITE_SHIM_H

#include <sqlite3.h>

// The destructor constant is a cast macro that Swift does not import.
static inline sqlite3_destructor_type imchat_sqlite_transient(void) { return SQLITE_TRANSIENT; }

#endif
