/// Hears that this account logged in elsewhere.
public protocol LoginPointObserver: AnyObject {
    /// Another device is on.
    func loginPointAppeared(_ loginPoint: LoginPoint)
}

extension LoginPointObserver {
    /// Does nothing.
    public func loginPointAppeared(_ loginPoint: LoginPoint) {}
}
