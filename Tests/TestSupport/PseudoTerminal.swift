internal import Glibc

/// A pseudo terminal of the kernel: the test holds the master, the screen gets the slave.
package final class PseudoTerminal {
    package let master: Int32
    package let slave: Int32

    /// The device's name.
    package let path: String

    package init?(width: Int, height: Int) {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard master >= 0 else { return nil }
        var unlock: Int32 = 0
        var number: Int32 = 0
        // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, which do not reach Swift.
        guard ioctl(master, 0x4004_5431, &unlock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
            close(master)
            return nil
        }
        path = "/dev/pts/\(number)"
        let slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else {
            close(master)
            return nil
        }
        self.master = master
        self.slave = slave
        resize(width: width, height: height)
    }

    deinit {
        close(master)
        close(slave)
    }

    package func resize(width: Int, height: Int) {
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// What was written to the terminal since the last call.
    package func written() -> String { String(decoding: writtenBytes(), as: UTF8.self) }

    /// The same as bytes, which may end within a character. Waits so many milliseconds for a first one.
    package func writtenBytes(waiting milliseconds: Int32 = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        var patience = milliseconds
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, patience) > 0, ready.revents & Int16(POLLIN) != 0 else { break }
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
            patience = 0
        }
        return bytes
    }

    package func type(_ text: String) { type(Array(text.utf8)) }

    /// Bytes as they are.
    package func type(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

    /// The modes of the terminal: input, output, control, local, and the special characters' minimum and time.
    package var modes: [UInt32] {
        var modes = termios()
        tcgetattr(slave, &modes)
        return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag, UInt32(modes.c_cc.5), UInt32(modes.c_cc.6)]
    }
}
