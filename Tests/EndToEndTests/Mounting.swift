import Glibc
import TestSupport

/// Whether this machine lets the tests mount a file system: root, and a container that has not given that right away. No
/// package brings it, so what needs it is told as not run there; the same faults are tested below by a disk that fails.
enum Mounting {
    static let isAllowed: Bool = {
        guard geteuid() == 0 else { return false }
        let place = TemporaryFolder()
        guard mount("tmpfs", place.path, "tmpfs", 0, "size=1m") == 0 else { return false }
        umount2(place.path, Int32(MNT_DETACH))
        return true
    }()
}
