/// What lies over the screen and has the keys; the last one opened is on top.
enum Overlay: Hashable {
    case choices(ChoiceList)
    case question(Question)
    case panel(TextPanel)
    case prompt(Prompt)
}
