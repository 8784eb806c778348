/// A handler and what it takes.
struct HandlerRegistration {
    let handler: any MessageHandler
    let accepts: (IncomingMessage) -> Bool
}
