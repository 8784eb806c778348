internal import CNcurses

/// How wide the C library, and so ncurses, takes characters to be. Nothing is laid out by it; it decides what ncurses may
/// paint itself.
package enum CLibraryWidth {
    /// Columns of a scalar in the locale set last, -1 where the library does not know it. O(1).
    package static func columns(of scalar: Unicode.Scalar) -> Int { Int(cnc_wcwidth(scalar.value)) }

    /// Sets the locale's character type; answers its code set.
    package static func setLocale(_ name: String) -> String { String(cString: cnc_set_locale(name)) }
}
