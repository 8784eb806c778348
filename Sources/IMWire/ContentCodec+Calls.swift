package import IMModel

extension ContentCodec {
    /// The number of a call command (section 6.10); `nil` for the record of a call, which stays at home.
    package static func command(_ event: CallContent.Event) -> Int? {
        switch event {
        case .dial(let video): video ? 9 : 1
        case .accept: 2
        case .connected: 3
        case .refuse: 4
        case .refused: 5
        case .hangUp: 6
        case .reset: 7
        case .talking: 8
        case .other(let number): number
        case .record: nil
        }
    }

    /// The event behind a call command's number (section 6.10).
    package static func event(_ command: Int64) -> CallContent.Event {
        switch command {
        case 1: .dial(video: false)
        case 2: .accept
        case 3: .connected
        case 4: .refuse
        case 5: .refused
        case 6: .hangUp
        case 7: .reset
        case 8: .talking
        case 9: .dial(video: true)
        default: .other(Int(clamping: command))
        }
    }
}
