#ifndef IMCHAT_CSQLITE_SHIM_H
#define IMCHAT_CSQLITE_SHIM_H

#include <sqlite3.h>

// The destructor constant is a cast macro that Swift does not import.
static inline sqlite3_destructor_type imchat_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// Variadic functions are not imported. The log stays when the connection is closed.
static inline void imchat_sqlite_keep_log(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
