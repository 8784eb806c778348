/// A group and its members.
package struct ServerGroup: Sendable, Hashable {
    /// A member.
    package struct Member: Sendable, Hashable {
        /// The user's id in the group's application.
        package var uid: Int64
        /// The name in this group; empty for the user's own.
        package var nickname: String
        /// Whether the member may not speak.
        package var isMuted: Bool
        /// The newest message id when the member came in; what is older is not the member's.
        package var joinedAt: Int64
        /// Whether the member does not want to hear of the group's messages.
        package var isQuiet: Bool

        /// Makes a member.
        package init(
            uid: Int64, nickname: String = "", isMuted: Bool = false, joinedAt: Int64 = 0, isQuiet: Bool = false
        ) {
            self.uid = uid
            self.nickname = nickname
            self.isMuted = isMuted
            self.joinedAt = joinedAt
            self.isQuiet = isQuiet
        }
    }

    /// The group's id.
    package var id: Int64
    /// The application.
    package var appID: Int64
    /// The name; raw text.
    package var name: String
    /// The notice; raw text, empty for none.
    package var notice: String
    /// Who made it.
    package var master: Int64
    /// Whether all members share one queue.
    package var isSuper: Bool
    /// Whether the group is no more.
    package var isDisbanded: Bool
    /// Whether everybody with an account may join; only its master lets them.
    package var isOpen: Bool
    /// The members in the order in which they came.
    package var members: [Member]

    /// Makes a group.
    package init(
        id: Int64, appID: Int64, name: String, notice: String = "", master: Int64, isSuper: Bool = false,
        isDisbanded: Bool = false, isOpen: Bool = false, members: [Member]
    ) {
        self.id = id
        self.appID = appID
        self.name = name
        self.notice = notice
        self.master = master
        self.isSuper = isSuper
        self.isDisbanded = isDisbanded
        self.isOpen = isOpen
        self.members = members
    }

    /// The member with an id. O(members).
    package func member(_ uid: Int64) -> Member? { members.first { $0.uid == uid } }
}
