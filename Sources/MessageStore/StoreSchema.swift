import Database

/// The shape of the file, step by step. A step that has been released is never changed.
enum StoreSchema {
    static let migrations = [
        Migration(version: 1, sql: first), Migration(version: 2, sql: second), Migration(version: 3, sql: third),
        Migration(version: 4, sql: fourth),
    ]

    /// Sessions and contacts have small numbers in the message rows. `ord` is the engine's order; `flags` are
    /// `MessageFlags`, `state` is `StateColumn`'s number. A message's `kind` is null for text, its `sender` a contact,
    /// its `origin_key` is `OriginKey`'s.
    /// `search` holds the tokens of `SearchTokens` by message id, and no text: a phrase is checked against the message.
    private static let first = """
        CREATE TABLE meta (
            name TEXT NOT NULL PRIMARY KEY,
            value ANY
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE contacts (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT,
            source INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE sessions (
            key INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            target TEXT NOT NULL,
            name TEXT,
            unread INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0),
            mentions INTEGER NOT NULL DEFAULT 0 CHECK (mentions >= 0),
            muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
            pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
            read_ord INTEGER,
            read_id INTEGER,
            last_ord INTEGER,
            last_id INTEGER,
            last_activity INTEGER NOT NULL DEFAULT 0,
            preview TEXT,
            member_count INTEGER,
            draft TEXT,
            draft_caret INTEGER,
            draft_reply TEXT,
            UNIQUE (kind, target)
        ) STRICT;

        CREATE TABLE messages (
            id INTEGER PRIMARY KEY,
            session INTEGER NOT NULL REFERENCES sessions (key),
            ord INTEGER NOT NULL,
            sender INTEGER NOT NULL REFERENCES contacts (key),
            timestamp INTEGER NOT NULL,
            flags INTEGER NOT NULL,
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 6),
            origin ANY,
            content TEXT NOT NULL,
            kind TEXT,
            version INTEGER NOT NULL DEFAULT 0,
            failure TEXT,
            server_id TEXT,
            reply_to ANY,
            anchor TEXT,
            readers INTEGER NOT NULL DEFAULT 0 CHECK (readers >= 0),
            tags TEXT,
            origin_key INTEGER
        ) STRICT;

        CREATE INDEX messages_page ON messages (session, ord, id) WHERE flags & 1 = 0;
        CREATE INDEX messages_unread ON messages (session, ord, id) WHERE flags & 2 = 2;
        CREATE INDEX messages_origin ON messages (origin_key) WHERE origin_key IS NOT NULL;

        CREATE TABLE outbox (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            message INTEGER NOT NULL UNIQUE REFERENCES messages (id),
            attempts INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE readers (
            message INTEGER NOT NULL REFERENCES messages (id),
            contact INTEGER NOT NULL REFERENCES contacts (key),
            PRIMARY KEY (message, contact)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE effects (
            key INTEGER PRIMARY KEY,
            session INTEGER NOT NULL REFERENCES sessions (key),
            target ANY NOT NULL,
            author INTEGER NOT NULL REFERENCES contacts (key),
            own INTEGER NOT NULL CHECK (own IN (0, 1)),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
            value TEXT NOT NULL,
            UNIQUE (session, target, author, kind, value)
        ) STRICT;

        CREATE TABLE saved (
            message INTEGER PRIMARY KEY REFERENCES messages (id),
            saved_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX saved_time ON saved (saved_at, message);

        CREATE TABLE members (
            session INTEGER NOT NULL REFERENCES sessions (key),
            contact INTEGER NOT NULL REFERENCES contacts (key),
            nickname TEXT,
            PRIMARY KEY (session, contact)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sync_keys (
            queue TEXT NOT NULL PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE VIRTUAL TABLE search USING fts5 (words, content = '', columnsize = 0, detail = none, tokenize = 'ascii');
        """

    /// What is known to be missing: between two places, or (`lo_ord` null) from the session's beginning; `kind` is
    /// `StoreGap.Kind`'s.
    private static let second = """
        CREATE TABLE gaps (
            key INTEGER PRIMARY KEY,
            session INTEGER NOT NULL REFERENCES sessions (key),
            kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
            lo_ord INTEGER,
            lo_id INTEGER,
            hi_ord INTEGER NOT NULL,
            hi_id INTEGER NOT NULL,
            UNIQUE (session, kind, hi_ord, hi_id)
        ) STRICT;
        """

    /// Origin ids are random: an index of them all is written to everywhere by every commit. So new keys gather in
    /// `recent_origins`, which is small, and move on to `origins` a stretch of the keys at a time (`StoreAccess.addOrigin`).
    ///
    /// `read_sweeps`: messages up to a place are read, whatever their flags still say (`StoreAccess.markRead`).
    ///
    /// `times`: between which hours the messages of a block of ids lie (`SearchBlock`); removing makes none narrower.
    /// Whole hours, so that a new message mostly finds its own there and writes nothing.
    private static let third = """
        CREATE INDEX messages_kind ON messages (kind) WHERE kind IS NOT NULL;

        CREATE TABLE times (
            block INTEGER NOT NULL PRIMARY KEY,
            oldest INTEGER NOT NULL,
            newest INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        INSERT INTO times SELECT \(SearchBlock.number(of: "id")) AS block,
        min(timestamp / 3600000), max(timestamp / 3600000) FROM messages GROUP BY block;

        CREATE TRIGGER messages_insert AFTER INSERT ON messages WHEN \(isOutside) BEGIN \(widen) END;
        CREATE TRIGGER messages_time AFTER UPDATE OF timestamp ON messages WHEN \(isOutside) BEGIN \(widen) END;

        CREATE TABLE read_sweeps (
            session INTEGER NOT NULL PRIMARY KEY REFERENCES sessions (key),
            ord INTEGER NOT NULL,
            id INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        DROP INDEX messages_origin;

        CREATE TABLE origins (
            key INTEGER NOT NULL,
            message INTEGER NOT NULL,
            PRIMARY KEY (key, message)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE recent_origins (
            key INTEGER NOT NULL,
            message INTEGER NOT NULL,
            PRIMARY KEY (key, message)
        ) STRICT, WITHOUT ROWID;

        INSERT INTO origins SELECT origin_key, id FROM messages WHERE origin_key IS NOT NULL ORDER BY origin_key, id;

        CREATE TRIGGER messages_delete AFTER DELETE ON messages WHEN old.origin_key IS NOT NULL BEGIN
            DELETE FROM recent_origins WHERE key = old.origin_key AND message = old.id;
            DELETE FROM origins WHERE key = old.origin_key AND message = old.id;
        END;

        INSERT INTO search (search, rank) VALUES ('automerge', 32);
        INSERT INTO search (search, rank) VALUES ('crisismerge', 48);
        """

    private static let isOutside = """
        NOT EXISTS (SELECT 1 FROM times WHERE block = \(SearchBlock.number(of: "new.id"))
        AND new.timestamp / 3600000 BETWEEN oldest AND newest)
        """
    private static let widen = """
        INSERT INTO times VALUES (\(SearchBlock.number(of: "new.id")), new.timestamp / 3600000, new.timestamp / 3600000)
        ON CONFLICT (block) DO UPDATE SET oldest = min(oldest, excluded.oldest), newest = max(newest, excluded.newest);
        """

    /// A trigger makes each insert a transaction of its own inside the commit's, at whose begin FTS5 writes out what it has
    /// gathered: with the triggers a message cost twice as much. `StoreAccess` does now what they did.
    ///
    /// `messages.origin_key` is no longer written; the origin id tells it.
    ///
    /// The search index holds every message, those without words too, under its session and its sender; it is made anew.
    /// Pieces of it are merged sixteen at a time, and it may gather as much as a full commit brings.
    private static let fourth = """
        DROP TRIGGER messages_insert;
        DROP TRIGGER messages_time;
        DROP TRIGGER messages_delete;

        INSERT INTO search (search) VALUES ('delete-all');
        INSERT INTO search (search, rank) VALUES ('automerge', 16);
        INSERT INTO search (search, rank) VALUES ('crisismerge', 32);
        INSERT INTO search (search, rank) VALUES ('hashsize', 4194304);

        INSERT OR REPLACE INTO meta (name, value)
        SELECT 'index-below', id FROM (SELECT max(id) AS id FROM messages) WHERE id IS NOT NULL
        UNION ALL SELECT 'index-total', count FROM (SELECT count(*) AS count FROM messages) WHERE count > 0
        UNION ALL SELECT 'index-done', 0 WHERE EXISTS (SELECT 1 FROM messages);
        """
}
