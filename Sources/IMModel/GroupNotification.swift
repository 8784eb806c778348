/// A change of a group as told by the server, section 7 of the protocol document.
public struct GroupNotification: Sendable, Hashable {
    /// What changed.
    public enum Change: Sendable, Hashable {
        /// The group was made by `master` under a name, with members.
        case create(master: Contact, name: String, members: [Contact])
        /// The group is no more.
        case disband
        /// The group has a new name.
        case rename(String)
        /// The group's notice was rewritten.
        case notice(String)
        /// Somebody came in, perhaps invited.
        case addMember(Contact, inviter: Contact?)
        /// Somebody left or was removed.
        case removeMember(Contact)
        /// The group became a super group.
        case upgrade
        /// A member goes by another name in this group.
        case nickname(member: Contact, name: String)
        /// A member was muted or may speak again.
        case mute(member: Contact, muted: Bool)
        /// A change that is not known, by its key.
        case other(String)
    }

    /// The engine's id of the group.
    public var groupID: String
    /// The group's name, where the notification carries one.
    public var groupName: String?
    /// What changed.
    public var change: Change
    /// When, in seconds since 1970; 0 where not told.
    public var timestamp: Int64
    /// Who did it, where the server tells; `nil` on the real servers, which do not.
    public var actor: Contact?

    /// Makes a notification.
    public init(groupID: String, groupName: String? = nil, change: Change, timestamp: Int64 = 0, actor: Contact? = nil)
    {
        self.groupID = groupID
        self.groupName = groupName
        self.change = change
        self.timestamp = timestamp
        self.actor = actor
    }
}
