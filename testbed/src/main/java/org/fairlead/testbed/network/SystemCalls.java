// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/**
 * The few calls of Linux that the JDK has no door to: entering a network namespace, netlink, and UDP in batches.
 * Constants are those of x86-64 and AArch64. Calls declared with {@link LastErrorException} throw it on failure; the
 * others return -1 and leave the reason in {@link Native#getLastError()}, because failing is ordinary for them.
 */
public final class SystemCalls {
    public static final int AF_INET = 2;
    public static final int AF_NETLINK = 16;
    public static final int ENETUNREACH = 101;
    public static final int SOCK_DGRAM = 2;
    public static final int SOCK_RAW = 3;
    public static final int SOCK_CLOEXEC = 0x80000;
    public static final int SOL_SOCKET = 1;
    public static final int SO_REUSEADDR = 2;
    public static final int SO_SNDBUF = 7;
    public static final int SO_RCVBUF = 8;
    public static final int SO_RCVBUFFORCE = 33;
    static final int SIOCGIFFLAGS = 0x8913;
    static final int IFF_UP = 1;
    static final int IFF_RUNNING = 0x40;
    public static final int MSG_TRUNC = 0x20;
    public static final int MSG_DONTWAIT = 0x40;

    private static final int O_RDONLY = 0;
    private static final int O_CLOEXEC = 0x80000;
    private static final int CLONE_NEWNET = 0x40000000;

    static {
        Native.register(SystemCalls.class, Platform.C_LIBRARY_NAME);
    }

    private SystemCalls() {}

    private static native int open(String path, int flags) throws LastErrorException;

    private static native int setns(int fd, int type) throws LastErrorException;

    public static native int close(int fd);

    /** 0 when the calling thread's namespace has no interface of that name. */
    static native int if_nametoindex(String name);

    public static native int socket(int domain, int type, int protocol) throws LastErrorException;

    public static native int bind(int fd, byte[] address, int length) throws LastErrorException;

    public static native int connect(int fd, byte[] address, int length);

    public static native int getsockname(int fd, byte[] address, int[] length) throws LastErrorException;

    static native int getsockopt(int fd, int level, int name, byte[] value, int[] length) throws LastErrorException;

    public static native int setsockopt(int fd, int level, int name, int[] value, int length) throws LastErrorException;

    public static native int sendmmsg(int fd, Pointer messages, int count, int flags);

    public static native int recvmmsg(int fd, Pointer messages, int count, int flags, Pointer timeout);

    static native int ioctl(int fd, NativeLong request, byte[] argument) throws LastErrorException;

    public static native int send(int fd, byte[] data, long length, int flags) throws LastErrorException;

    public static native int recv(int fd, byte[] data, long length, int flags) throws LastErrorException;

    /** Moves the calling thread into the network namespace that {@code file} names; threads it starts follow. */
    static void enterNetworkNamespace(String file) throws LastErrorException {
        int fd = open(file, O_RDONLY | O_CLOEXEC);
        try {
            setns(fd, CLONE_NEWNET);
        } finally {
            close(fd);
        }
    }
}
