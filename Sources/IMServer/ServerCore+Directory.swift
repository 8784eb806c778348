internal import EventLoop
package import IMModel
internal import IMWire

/// What a change of the directory was refused for.
package enum DirectoryRefusal: Error, Sendable, Hashable {
    /// There is no such user, group or member.
    case notFound
    /// It is not the asker's to do.
    case forbidden
    /// The name is empty or longer than the limit, in bytes.
    case badName(limit: Int)
    /// The notice is longer than the limit, in bytes.
    case longNotice(limit: Int)
    /// The name breaks ``UserNameRule``.
    case misleadingName
    /// The id is 0, negative, or belongs to somebody with another name.
    case badID
    /// The number is somebody's with this name, who is not renamed by the way.
    case otherName(String)
    /// The asker is master of as many groups as one may be.
    case tooManyGroups(limit: Int)
    /// The group holds no more members.
    case full(limit: Int)
}

extension ServerCore {
    /// Names are at most this long, in bytes.
    package static let nameLimit = 255
    /// A group's notice is at most this long, in bytes.
    package static let noticeLimit = 4_096
    /// Groups hold at most this many members.
    package static let memberLimit = 2_000

    /// Gives a user a token, making the user if it is new (protocol document, section 10.2).
    ///
    /// - Parameters:
    ///   - uid: The id that is wanted; `nil` for the id of that name, or a new one.
    ///   - name: The user's name; empty to leave that of a number as it is.
    ///   - appID: The application; `nil` for that of ordinary users.
    ///   - mayRename: Whether a number with another name gets this one, as on the real server; else it is refused.
    ///   - done: Called after the commit, or with false after its failure, so that a token that was told is never
    ///     forgotten.
    /// - Returns: The user and the token.
    @discardableResult
    package func grant(
        uid: Int64?, name: String, appID: Int64? = nil, mayRename: Bool = true,
        done: @escaping (Bool) -> Void = { _ in }
    ) throws(DirectoryRefusal) -> (user: UserKey, token: String) {
        guard !name.isEmpty || uid != nil, name.utf8.count <= Self.nameLimit else {
            throw .badName(limit: Self.nameLimit)
        }
        guard name.isEmpty || UserNameRule.fits(name) else { throw .misleadingName }
        let appID = appID ?? configuration.appID
        let user: UserKey
        if let uid {
            guard uid > 0 else { throw .badID }
            user = UserKey(appID: appID, uid: uid)
            // A resident must not be taken over by whoever asks for its number.
            guard residents[user] == nil else { throw .badID }
            if !mayRename, !name.isEmpty {
                if let known = directory.users[user]?.name, !known.isEmpty, known != name { throw .otherName(known) }
                guard (directory.user(named: name, appID: appID) ?? user) == user else { throw .badID }
            }
        } else if let known = directory.user(named: name, appID: appID) {
            guard residents[known] == nil else { throw .badID }
            user = known
        } else {
            user = UserKey(appID: appID, uid: directory.freeUID(appID: appID, floor: configuration.firstUID))
        }
        let isNew = directory.users[user] == nil
        let token = newToken()
        let changes = [
            directory.change(user) { if !name.isEmpty { $0.name = name } },
            directory.put(token: token, for: user, madeAt: scheduler.wallClock),
        ]
        turn {
            save(changes) { [weak self] isStored in
                if isNew, isStored, user.appID == self?.configuration.appID { self?.onNewUser?(user) }
                done(isStored)
            }
        }
        return (user, token)
    }

    /// Makes a user, without a token.
    package func addUser(named name: String) throws(DirectoryRefusal) -> UserKey {
        guard !name.isEmpty, name.utf8.count <= Self.nameLimit else { throw .badName(limit: Self.nameLimit) }
        guard UserNameRule.fits(name) else { throw .misleadingName }
        let appID = configuration.appID
        let user = UserKey(appID: appID, uid: directory.freeUID(appID: appID, floor: configuration.firstUID))
        let change = directory.change(user) { $0.name = name }
        turn { save([change]) { [weak self] isStored in if isStored { self?.onNewUser?(user) } } }
        return user
    }

    /// Lets a token stand for a user, without a name and without a word to anybody: `server token add`, tests.
    package func admit(token: String, user: UserKey) {
        turn {
            save([
                directory.change(user) { _ in }, directory.put(token: token, for: user, madeAt: scheduler.wallClock),
            ])
        }
    }

    /// Forbids a user to speak in rooms, or allows it again.
    package func forbid(_ user: UserKey, _ isForbidden: Bool) {
        turn { save([directory.change(user) { $0.isForbidden = isForbidden }]) }
    }

    /// Puts a user on another's list, or takes it off.
    package func list(_ uid: Int64, on list: UserList, _ isOn: Bool) {
        turn { save([directory.put(uid, on: list, isOn)]) }
    }

    /// Takes tokens back and ends the connections that came in with them; on the real server those stay.
    package func revoke(tokens: [String]) {
        let revoked = Set(tokens)
        turn {
            for owner in Set(tokens.compactMap(directory.user(token:))) {
                for connection in connections(of: owner) {
                    guard let token = connection.token, revoked.contains(token) else { continue }
                    log("connection \(connection.id) closed: its token was taken back")
                    drop(connection)
                }
            }
            save(tokens.map { directory.revoke(token: $0) })
        }
    }

    /// Puts a group in as it is, without telling its members.
    package func putGroup(_ group: ServerGroup) {
        turn { save([directory.put(group)]) }
    }

    /// Puts a user in, or gives it another name.
    package func putUser(_ key: UserKey, name: String) {
        turn { save([directory.change(key) { $0.name = name }]) }
    }

    /// A user as others see it.
    package func contact(_ uid: Int64, appID: Int64) -> Contact {
        let name = directory.users[UserKey(appID: appID, uid: uid)]?.name ?? ""
        return Contact(id: ContactID(String(uid)), name: name.isEmpty ? nil : name)
    }

    /// Makes a group and tells its members.
    @discardableResult
    package func createGroup(
        id: Int64? = nil, name: String, master: UserKey, members: [Int64], isSuper: Bool = false,
        isOpen: Bool = false
    ) throws(DirectoryRefusal) -> ServerGroup {
        guard !name.isEmpty, name.utf8.count <= Self.nameLimit else { throw .badName(limit: Self.nameLimit) }
        var uids: [Int64] = []
        for uid in [master.uid] + members where !uids.contains(uid) { uids.append(uid) }
        guard uids.count <= Self.memberLimit else { throw .full(limit: Self.memberLimit) }
        guard uids.allSatisfy({ $0 > 0 }) else { throw .badID }
        let id = id ?? directory.freeGroupID(floor: 100)
        guard id > 0, directory.groups[id] == nil else { throw .badID }
        let group = ServerGroup(
            id: id, appID: master.appID, name: name, master: master.uid, isSuper: isSuper, isOpen: isOpen,
            members: uids.map { ServerGroup.Member(uid: $0, joinedAt: directory.lastID) })
        keep(
            group,
            telling: .create(
                master: contact(master.uid, appID: master.appID), name: name,
                members: uids.map { contact($0, appID: master.appID) }))
        return group
    }

    /// Lets a user into a group; without effect if it is in already.
    package func addMember(_ uid: Int64, to id: Int64, inviter: Int64? = nil) throws(DirectoryRefusal) {
        guard var group = directory.groups[id], !group.isDisbanded else { throw .notFound }
        guard uid > 0 else { throw .badID }
        guard group.member(uid) == nil else { return }
        guard group.members.count < Self.memberLimit else { throw .full(limit: Self.memberLimit) }
        group.members.append(ServerGroup.Member(uid: uid, joinedAt: directory.lastID))
        let appID = group.appID
        keep(
            group,
            telling: .addMember(contact(uid, appID: appID), inviter: inviter.map { contact($0, appID: appID) }))
    }

    /// Takes a user out of a group; the user is told too. Where the master leaves, who came next is master; a group
    /// that nobody is left in ends. Here and below `actor` is the member who does it, whom the notice then names; `nil` for
    /// a business back end or the server's owner.
    package func removeMember(_ uid: Int64, from id: Int64, by actor: Int64? = nil) throws(DirectoryRefusal) {
        guard var group = directory.groups[id], !group.isDisbanded, group.member(uid) != nil else { throw .notFound }
        group.members.removeAll { $0.uid == uid }
        if group.master == uid { group.master = group.members.first?.uid ?? 0 }
        group.isDisbanded = group.members.isEmpty
        keep(group, telling: .removeMember(contact(uid, appID: group.appID)), others: [uid], by: actor)
    }

    /// Gives a group another name.
    package func renameGroup(_ id: Int64, to name: String, by actor: Int64? = nil) throws(DirectoryRefusal) {
        guard !name.isEmpty, name.utf8.count <= Self.nameLimit else { throw .badName(limit: Self.nameLimit) }
        guard var group = directory.groups[id], !group.isDisbanded else { throw .notFound }
        group.name = name
        keep(group, telling: .rename(name), by: actor)
    }

    /// Gives a group another notice; empty for none.
    package func noticeGroup(_ id: Int64, _ notice: String, by actor: Int64? = nil) throws(DirectoryRefusal) {
        guard notice.utf8.count <= Self.noticeLimit else { throw .longNotice(limit: Self.noticeLimit) }
        guard var group = directory.groups[id], !group.isDisbanded else { throw .notFound }
        group.notice = notice
        keep(group, telling: .notice(notice), by: actor)
    }

    /// Gives a user another name.
    package func renameUser(_ user: UserKey, to name: String) throws(DirectoryRefusal) {
        guard !name.isEmpty, name.utf8.count <= Self.nameLimit else { throw .badName(limit: Self.nameLimit) }
        guard UserNameRule.fits(name) else { throw .misleadingName }
        guard directory.users[user] != nil else { throw .notFound }
        // Whoever asks for a name shall not find somebody who has taken it.
        guard (directory.user(named: name, appID: user.appID) ?? user) == user else { throw .badID }
        putUser(user, name: name)
    }

    /// Lets all members share one queue from now on. They are told in their own queues, where they still look.
    package func upgradeGroup(_ id: Int64, by actor: Int64? = nil) throws(DirectoryRefusal) {
        guard var group = directory.groups[id], !group.isDisbanded else { throw .notFound }
        guard !group.isSuper else { return }
        keep(group, telling: .upgrade, by: actor)
        group.isSuper = true
        putGroup(group)
    }

    /// Gives a member another name in the group; empty for the user's own.
    package func nameMember(_ uid: Int64, of id: Int64, _ name: String) throws(DirectoryRefusal) {
        guard name.utf8.count <= Self.nameLimit else { throw .badName(limit: Self.nameLimit) }
        guard name.isEmpty || UserNameRule.fits(name) else { throw .misleadingName }
        guard var group = directory.groups[id], !group.isDisbanded,
            let place = group.members.firstIndex(where: { $0.uid == uid })
        else { throw .notFound }
        group.members[place].nickname = name
        keep(group, telling: .nickname(member: contact(uid, appID: group.appID), name: name))
    }

    /// Lets a member speak or not.
    package func muteMember(
        _ uid: Int64, of id: Int64, _ muted: Bool, by actor: Int64? = nil
    ) throws(DirectoryRefusal) {
        guard var group = directory.groups[id], !group.isDisbanded,
            let place = group.members.firstIndex(where: { $0.uid == uid })
        else { throw .notFound }
        group.members[place].isMuted = muted
        keep(group, telling: .mute(member: contact(uid, appID: group.appID), muted: muted), by: actor)
    }

    /// Lets everybody with an account join a group, or only whom its master adds. Nobody is told: the wire has no word
    /// for it.
    package func openGroup(_ id: Int64, _ isOpen: Bool) throws(DirectoryRefusal) {
        guard var group = directory.groups[id], !group.isDisbanded else { throw .notFound }
        group.isOpen = isOpen
        putGroup(group)
    }

    /// Remembers whether a member does not want to hear of a group's messages.
    package func quietenGroup(_ id: Int64, for uid: Int64, _ isQuiet: Bool) throws(DirectoryRefusal) {
        guard var group = directory.groups[id], !group.isDisbanded,
            let place = group.members.firstIndex(where: { $0.uid == uid })
        else { throw .notFound }
        group.members[place].isQuiet = isQuiet
        putGroup(group)
    }

    /// Ends a group; its members are told.
    package func disbandGroup(_ id: Int64, by actor: Int64? = nil) throws(DirectoryRefusal) {
        guard var group = directory.groups[id], !group.isDisbanded else { throw .notFound }
        group.isDisbanded = true
        keep(group, telling: .disband, by: actor)
    }

    private func keep(
        _ group: ServerGroup, telling change: GroupNotification.Change, others: [Int64] = [], by actor: Int64? = nil
    ) {
        let notification = GroupNotification(
            groupID: String(group.id), groupName: group.name, change: change, timestamp: Int64(timestamp),
            actor: actor.map { contact($0, appID: group.appID) })
        turn {
            save([directory.put(group)])
            postGroupNotification(GroupNotificationCodec.encode(notification), to: group, others: others)
        }
    }
}
