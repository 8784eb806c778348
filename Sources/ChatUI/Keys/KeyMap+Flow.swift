import Cells
package import MessageFlow

extension KeyMap {
    /// The keys that message rows name, as they are bound where a message is selected.
    package var flowKeys: FlowKeys {
        func name(_ action: KeyAction) -> SafeText? {
            for context in [KeyContext.messages, .global, .always] {
                if let key = keys(for: action, in: context).first { return TextSanitizer.line(KeyName.print(key)) }
            }
            return nil
        }
        return FlowKeys(open: name(.tap), resend: name(.resendMessage), menu: name(.messageMenu))
    }
}
