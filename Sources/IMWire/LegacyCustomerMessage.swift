extension FrameBody {
    /// A customer message of the 2016 server (commands 24 and 25).
    package struct LegacyCustomerMessage: Sendable, Hashable {
        /// The application of the customer.
        package var customerAppID: Int64
        /// The customer's user id within that application.
        package var customerID: Int64
        /// The store that is asked.
        package var storeID: Int64
        /// The seller who answers; 0 while nobody does.
        package var sellerID: Int64
        /// When the server took it, seconds since 1970.
        package var timestamp: Int32
        /// The content, verbatim.
        package var content: WireText

        /// Makes the fields.
        package init(
            customerAppID: Int64,
            customerID: Int64,
            storeID: Int64,
            sellerID: Int64,
            timestamp: Int32,
            content: WireText
        ) {
            self.customerAppID = customerAppID
            self.customerID = customerID
            self.storeID = storeID
            self.sellerID = sellerID
            self.timestamp = timestamp
            self.content = content
        }
    }
}
