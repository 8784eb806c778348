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
        "Welcome! 欢迎！ I explain the keys. Write to me and I tell you more.",
        "Enter sends, Alt-Enter or Ctrl-J makes a new line. 回车发送，Alt+回车换行。",
        "Ctrl-N and Ctrl-P go to the next and previous session, F2 finds one by name. Ctrl-N、Ctrl-P 切换会话，F2 按名字查找。",
        "Up in an empty input chooses a message, Space opens its menu: reply, copy, resend, delete. 空输入框按上键选消息，空格打开菜单。",
        "Open a second terminal and run: imchat --as bob. Then the two of you can talk. 再开一个终端运行它，就能互相聊天。",
    ]
    /// What the guide answers, one after the other.
    package var guideAnswers = [
        "Page Up reads older messages, Alt-End goes back to the newest. 翻页查看历史，Alt-End 回到最新。",
        "Alt-A goes to the next unread session, and back in the end. Alt-A 跳到下一个未读会话。",
        "What you type stays as a draft when you leave a session. 草稿会自动保留。",
        "F1 shows every key, Ctrl-Q quits. F1 查看全部按键，Ctrl-Q 退出。",
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
