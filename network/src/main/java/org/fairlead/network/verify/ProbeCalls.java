// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/**
 * Calls of Linux that the JDK has no door to: it sets no hop limit on a socket, and does not say who refused a packet. Constants are those of x86-64 and AArch64. What is declared with {@link LastErrorException}
 * throws it on failure; the others return -1 and leave the reason in {@link Native#getLastError()}.
 */
final class ProbeCalls {
    static final int AF_INET = 2;
    static final int SOCK_STREAM = 1;
    static final int SOCK_NONBLOCK = 0x800;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int SOL_IP = 0;
    static final int IP_TOS = 1;
    static final int IP_TTL = 2;
    static final int IP_RECVERR = 11;
    static final int SOL_SOCKET = 1;
    static final int SO_REUSEADDR = 2;
    static final int SO_ERROR = 4;
    static final int SO_LINGER = 13;
    static final int MSG_ERRQUEUE = 0x2000;
    static final short POLLOUT = 4;
    static final int EPERM = 1;
    static final int EACCES = 13;
    static final int EADDRNOTAVAIL = 99;
    static final int ECONNREFUSED = 111;
    static final int EINPROGRESS = 115;

    static {
        Native.register(ProbeCalls.class, Platform.C_LIBRARY_NAME);
    }

    private ProbeCalls() {}

    static native int socket(int domain, int type, int protocol) throws LastErrorException;

    static native int bind(int fd, byte[] address, int length);

    static native int getsockname(int fd, byte[] address, int[] length) throws LastErrorException;

    static native int connect(int fd, byte[] address, int length);

    static native int setsockopt(int fd, int level, int name, int[] value, int length) throws LastErrorException;

    static native int getsockopt(int fd, int level, int name, int[] value, int[] length) throws LastErrorException;

    static native int poll(Pointer descriptors, long count, int milliseconds);

    static native long recvmsg(int fd, Pointer message, int flags);

    static native int close(int fd);
}
