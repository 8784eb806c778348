import IMModel
import IMWire
import Testing

@Suite struct GroupNotificationCodecTests {
    @Test func everyKind() {
        let bob = Contact(id: ContactID("2"), name: "Bob")
        let cases: [(String, GroupNotification)] = [
            (
                #"{"create":{"group_id":7,"master":1,"name":"g","members":[1,{"uid":2,"name":"Bob","avatar":""}],"timestamp":9}}"#,
                GroupNotification(
                    groupID: "7", groupName: "g",
                    change: .create(
                        master: Contact(id: ContactID("1")), name: "g", members: [Contact(id: ContactID("1")), bob]),
                    timestamp: 9)
            ),
            (
                #"{"disband":{"group_id":7,"group_name":"g"}}"#,
                GroupNotification(groupID: "7", groupName: "g", change: .disband)
            ),
            (
                #"{"update_name": {"group_id": 100, "name": "new", "timestamp": 1700000000}}"#,
                GroupNotification(groupID: "100", groupName: "new", change: .rename("new"), timestamp: 1_700_000_000)
            ),
            (#"{"update_notice":{"group_id":7,"notice":"n"}}"#, GroupNotification(groupID: "7", change: .notice("n"))),
            (
                #"{"add_member":{"group_id":7,"member_id":2,"name":"Bob","inviter":{"uid":1,"name":"Al"}}}"#,
                GroupNotification(
                    groupID: "7", change: .addMember(bob, inviter: Contact(id: ContactID("1"), name: "Al")))
            ),
            (
                #"{"quit_group":{"group_id":7,"member_id":2}}"#,
                GroupNotification(groupID: "7", change: .removeMember(Contact(id: ContactID("2"))))
            ),
            (#"{"upgrade":{"group_id":7,"super":1}}"#, GroupNotification(groupID: "7", change: .upgrade)),
            (
                #"{"update_member_nickname":{"group_id":7,"group_name":"g","member_id":2,"nickname":"B"}}"#,
                GroupNotification(
                    groupID: "7", groupName: "g", change: .nickname(member: Contact(id: ContactID("2")), name: "B"))
            ),
            (#"{"other":{"group_id":7}}"#, GroupNotification(groupID: "7", change: .other("other"))),
            (#"{"add_member":{"group_id":7}}"#, GroupNotification(groupID: "7", change: .other("add_member"))),
            ("plain", GroupNotification(groupID: "", change: .other("plain"))),
            ("{}", GroupNotification(groupID: "", change: .other(""))),
        ]
        for (text, expected) in cases { #expect(GroupNotificationCodec.decode(WireText(text)) == expected, "\(text)") }
    }

    @Test func whatWeWriteReadsBackTheSame() {
        let bob = Contact(id: ContactID("2"), name: "Bob")
        let changes: [GroupNotification.Change] = [
            .disband, .notice("n"), .addMember(bob, inviter: nil), .addMember(bob, inviter: bob), .removeMember(bob),
            .upgrade,
            .nickname(member: Contact(id: ContactID("2")), name: "x"),
            .mute(member: Contact(id: ContactID("2")), muted: true),
            .mute(member: Contact(id: ContactID("2")), muted: false), .other("strange"),
        ]
        for change in changes {
            for actor in [nil, bob, Contact(id: ContactID("3"))] {
                let notification = GroupNotification(
                    groupID: "7", groupName: "g", change: change, timestamp: 5, actor: actor)
                #expect(
                    GroupNotificationCodec.decode(GroupNotificationCodec.encode(notification)) == notification,
                    "\(change)")
            }
        }
        let create = GroupNotification(
            groupID: "7", groupName: "g",
            change: .create(
                master: Contact(id: ContactID("1")), name: "g", members: [bob, Contact(id: ContactID("3"))]))
        #expect(GroupNotificationCodec.decode(GroupNotificationCodec.encode(create)) == create)
    }
}
