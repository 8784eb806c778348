package import Database

/// The tables of the server's database.
package enum ServerSchema {
    /// All steps from an empty file on.
    package static let migrations: [Migration] = [
        Migration(
            version: 1,
            sql: """
                CREATE TABLE queue(kind INTEGER NOT NULL, app INTEGER NOT NULL, owner INTEGER NOT NULL,
                    last INTEGER NOT NULL, PRIMARY KEY(kind, app, owner)) WITHOUT ROWID;
                CREATE TABLE entry(kind INTEGER NOT NULL, app INTEGER NOT NULL, owner INTEGER NOT NULL,
                    id INTEGER NOT NULL, device INTEGER NOT NULL, frame BLOB NOT NULL,
                    PRIMARY KEY(kind, app, owner, id)) WITHOUT ROWID;
                CREATE TABLE user(app INTEGER NOT NULL, uid INTEGER NOT NULL, name TEXT NOT NULL,
                    unread INTEGER NOT NULL, sync_key INTEGER NOT NULL, forbidden INTEGER NOT NULL,
                    PRIMARY KEY(app, uid)) WITHOUT ROWID;
                CREATE TABLE token(token TEXT PRIMARY KEY, app INTEGER NOT NULL, uid INTEGER NOT NULL) WITHOUT ROWID;
                CREATE TABLE device(platform INTEGER NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL,
                    PRIMARY KEY(platform, name)) WITHOUT ROWID;
                CREATE TABLE chat_group(id INTEGER PRIMARY KEY, app INTEGER NOT NULL, name TEXT NOT NULL,
                    notice TEXT NOT NULL, master INTEGER NOT NULL, super INTEGER NOT NULL, disbanded INTEGER NOT NULL);
                CREATE TABLE member(group_id INTEGER NOT NULL, place INTEGER NOT NULL, uid INTEGER NOT NULL,
                    nickname TEXT NOT NULL, muted INTEGER NOT NULL, joined INTEGER NOT NULL,
                    PRIMARY KEY(group_id, place)) WITHOUT ROWID;
                CREATE TABLE group_sync_key(app INTEGER NOT NULL, uid INTEGER NOT NULL, group_id INTEGER NOT NULL,
                    key INTEGER NOT NULL, PRIMARY KEY(app, uid, group_id)) WITHOUT ROWID;
                """),
        Migration(
            version: 2,
            sql: """
                CREATE TABLE user_list(kind INTEGER NOT NULL, app INTEGER NOT NULL, uid INTEGER NOT NULL,
                    other INTEGER NOT NULL, PRIMARY KEY(kind, app, uid, other)) WITHOUT ROWID;
                """),
        Migration(
            version: 3,
            sql: """
                ALTER TABLE token ADD COLUMN made INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE chat_group ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE member ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0;
                """),
    ]
}

extension UserList {
    /// The columns kind, app and uid.
    var columns: [SQLValue] {
        switch self {
        case .friend(let user): [0, .integer(user.appID), .integer(user.uid)]
        case .blocked(let user): [1, .integer(user.appID), .integer(user.uid)]
        }
    }

    /// The list that the columns name.
    init(kind: Int64, app: Int64, uid: Int64) {
        let user = UserKey(appID: app, uid: uid)
        self = kind == 0 ? .friend(of: user) : .blocked(by: user)
    }
}

extension QueueID {
    /// The columns kind, app and owner.
    var columns: [SQLValue] {
        switch self {
        case .user(let key): [0, .integer(key.appID), .integer(key.uid)]
        case .group(let appID, let id): [1, .integer(appID), .integer(id)]
        }
    }

    /// The queue that the columns name.
    init(kind: Int64, app: Int64, owner: Int64) {
        self = kind == 0 ? .user(UserKey(appID: app, uid: owner)) : .group(appID: app, id: owner)
    }
}
