extension DirectoryClient {
    /// Who one is from now on, and the token to prove it.
    public struct Grant: Sendable, Hashable {
        /// The application's number.
        public var appID: Int64
        /// The user's number.
        public var uid: Int64
        /// The token.
        public var token: String
    }

    /// A user. Names are remote text.
    public struct User: Sendable, Hashable {
        /// The number.
        public var uid: Int64
        /// The application, where it is another than the asker's.
        public var appID: Int64?
        /// The name, if there is one.
        public var name: String?
    }

    /// A group. Names are remote text.
    public struct Group: Sendable, Hashable {
        /// The number.
        public var id: Int64
        /// The name.
        public var name: String
        /// The notice; empty for none.
        public var notice: String
        /// Who made it.
        public var master: Int64
        /// Whether all members share one queue.
        public var isSuper: Bool
        /// The members.
        public var members: [User]
    }

    /// A room with a name (remote text).
    public struct Room: Sendable, Hashable {
        /// The number.
        public var id: Int64
        /// The name.
        public var name: String
    }

    /// A change of a group.
    public enum GroupChange: Sendable, Hashable {
        /// Another name.
        case rename(Int64, String)
        /// The end of it.
        case disband(Int64)
        /// More members.
        case addMembers(Int64, [Int64])
        /// One member less; oneself to leave.
        case removeMember(Int64, Int64)
        /// A member may not speak, or may again.
        case mute(Int64, Int64, Bool)
        /// Whether everybody with an account may join.
        case open(Int64, Bool)
        /// Another notice; empty for none.
        case notice(Int64, String)
        /// All members share one queue from now on.
        case upgrade(Int64)
        /// What a member is called in it; empty for the user's own name.
        case nickname(Int64, Int64, String)
        /// Whether a member, oneself, wants to hear nothing of its messages.
        case quieten(Int64, Int64, Bool)
    }
}
