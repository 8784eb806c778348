import IMModel

/// What keeps us from speaking in a group, as notices told it. The raw values are in stores: never change them.
enum GroupStanding: String {
    /// We are a member who may not speak.
    case muted
    /// We are no member any more.
    case out
    /// The group is no more.
    case ended

    /// What a change of a group makes of our standing: a value, `.some(nil)` where nothing keeps us any more, `nil`
    /// where it is about others.
    static func after(_ change: GroupNotification.Change, of me: ContactID) -> GroupStanding?? {
        switch change {
        case .mute(let member, let muted) where member.id == me: .some(muted ? .muted : nil)
        case .addMember(let member, _) where member.id == me: .some(nil)
        case .removeMember(let member) where member.id == me: .some(.out)
        case .create: .some(nil)
        case .disband: .some(.ended)
        default: nil
        }
    }
}
