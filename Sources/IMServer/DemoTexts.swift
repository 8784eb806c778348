/// What the residents of a demonstration server say and are called: remote text, as anybody's.
package struct DemoTexts: Sendable, Hashable {
    /// The echo's name.
    package var echoName = "echo"
    /// The guide's name.
    package var guideName = "guide"
    /// The names of the group's members.
    package var crewNames = ["Mei 梅", "Jonas", "小林"]
    /// The group's name.
    package var groupName = "design crew"
    /// The support desk's name.
    package var supportName = "support 客服"
    /// The room's name.
    package var roomName = "lobby"
    /// What the guide says once to a new user.
    package var guide = [
        "Welcome! I explain the keys; write to me and I tell you more.\n欢迎！我来介绍按键，跟我说话会告诉你更多。",
        "Enter sends, Alt-Enter or Ctrl-J makes a new line.\n回车发送，Alt-回车 或 Ctrl-J 换行。",
        "Ctrl-N and Ctrl-P change the session, F2 finds one by name.\nCtrl-N、Ctrl-P 切换会话，F2 按名字查找。",
        "Up in an empty input chooses a message; Space opens its menu, Esc goes back.\n输入框为空时按上键选消息，空格打开菜单，Esc 返回。",
        "Want company? In another terminal: imchat --as bob\n想找人聊天？再开一个终端运行：imchat --as bob",
    ]
    /// What the guide answers, one after the other.
    package var guideAnswers = [
        "PgUp reads older messages, Alt-End goes back to the newest.\nPgUp 查看更早的消息，Alt-End 回到最新。",
        "F3 or Alt-A goes to the next unread session.\nF3 或 Alt-A 跳到下一个未读会话。",
        "What you type stays as a draft when you leave a session.\n离开会话时，草稿会自动保留。",
        "Ctrl-S with an empty input searches this session, Ctrl-F all of them.\n输入框为空时，Ctrl-S 搜索本会话，Ctrl-F 搜索全部。",
        "F1 shows every key, Ctrl-Q quits.\nF1 查看全部按键，Ctrl-Q 退出。",
    ]
    /// What the echo says once to a new user.
    package var echoGreeting = "I repeat what you say. 你说什么我就说什么 🦜"
    /// What each member of the group says once when somebody new comes in.
    package var crewGreetings = [
        "Hi, good to see you here! 你好呀，欢迎加入 👋", "Welcome aboard.", "大家好，我是小林。",
    ]
    /// What each member of the group answers.
    package var crewAnswers = [
        "Sounds good to me. 我觉得不错 👍", "Let me think about that.", "好的，收到！",
    ]
    /// What the support desk says once to a new user.
    package var supportGreeting = "This is support. How may we help? 您好，请问有什么可以帮您？"
    /// What the support desk answers.
    package var supportAnswer = "Thank you, we look into it. 已收到，我们马上处理。"

    /// The usual texts.
    package init() {}
}
