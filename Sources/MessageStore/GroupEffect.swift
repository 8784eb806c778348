package import IMModel

/// What a notice changes about its group, kept in the same commit as the notice: it comes only once.
package struct GroupEffect: Sendable, Hashable {
    /// A change of the members.
    package enum Members: Sendable, Hashable {
        /// These are the members; names are those of the people.
        case are([Contact])
        /// Somebody came in; the name is the person's.
        case join(Contact)
        /// Somebody left.
        case leave(ContactID)
        /// A member goes by another name in the group.
        case nickname(ContactID, String)
    }

    /// The group.
    package var session: SessionID
    /// What it is called now, where that is told.
    package var name: String?
    /// What happened to its members.
    package var members: Members?

    /// Makes an effect.
    package init(session: SessionID, name: String? = nil, members: Members? = nil) {
        self.session = session
        self.name = name
        self.members = members
    }
}
