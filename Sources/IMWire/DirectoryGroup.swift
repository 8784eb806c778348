/// A group as the directory tells it.
package struct DirectoryGroup: Sendable, Hashable {
    /// A member.
    package struct Member: Sendable, Hashable {
        /// The user's id.
        package var uid: Int64
        /// The user's name; raw text, empty where none is known.
        package var name: String
        /// The name in this group; empty for the user's own.
        package var nickname: String
        /// Whether the member may not speak.
        package var isMuted: Bool

        /// Makes a member.
        package init(uid: Int64, name: String, nickname: String = "", isMuted: Bool = false) {
            self.uid = uid
            self.name = name
            self.nickname = nickname
            self.isMuted = isMuted
        }
    }

    /// The group's id.
    package var id: Int64
    /// The name; raw text.
    package var name: String
    /// The notice; raw text, empty for none.
    package var notice: String
    /// Who made it.
    package var master: Int64
    /// Whether all members share one queue.
    package var isSuper: Bool
    /// Whether everybody with an account may join.
    package var isOpen: Bool
    /// The members in the order in which they came.
    package var members: [Member]

    /// Makes a group.
    package init(
        id: Int64, name: String, notice: String = "", master: Int64, isSuper: Bool = false, isOpen: Bool = false,
        members: [Member] = []
    ) {
        self.id = id
        self.name = name
        self.notice = notice
        self.master = master
        self.isSuper = isSuper
        self.isOpen = isOpen
        self.members = members
    }
}
