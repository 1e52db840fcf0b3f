// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;

/**
 * Calls of Linux that the JDK has no door to: netlink, and the pace of a socket. Constants are those of x86-64 and AArch64. What is declared with {@link LastErrorException} throws it on failure; the others return -1 and leave the
 * reason in {@link Native#getLastError()}.
 */
final class RateCalls {
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int AF_NETLINK = 16;
    static final int SOCK_RAW = 3;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int NETLINK_ROUTE = 0;
    static final int SOL_SOCKET = 1;
    static final int SO_RCVTIMEO = 20;
    static final int SO_MAX_PACING_RATE = 47;

    static {
        Native.register(RateCalls.class, Platform.C_LIBRARY_NAME);
    }

    private RateCalls() {}

    /** 0 when the calling thread's namespace has no device of that name. */
    static native int if_nametoindex(String name);

    static native int socket(int domain, int type, int protocol) throws LastErrorException;

    static native int setsockopt(int fd, int level, int name, long[] value, int length) throws LastErrorException;

    static native long send(int fd, byte[] data, long length, int flags) throws LastErrorException;

    static native long recv(int fd, byte[] data, long length, int flags) throws LastErrorException;

    static native int getsockname(int fd, byte[] address, int[] length);

    static native int getpeername(int fd, byte[] address, int[] length);

    static native int close(int fd);
}
