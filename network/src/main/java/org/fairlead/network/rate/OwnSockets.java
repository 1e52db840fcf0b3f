// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.network.DriverException;

/**
 * Finds this process's sockets by {@code /proc/self/fd}: the JDK gives nobody the descriptor of a socket. A descriptor that was closed and is another socket's now is found out by its ends, before and after its pace is set.
 */
final class OwnSockets implements PacedSockets {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final String SOCKET = "socket:";
    private static final int ADDRESS_BYTES = 28;
    private static final int IPV4_BYTES = 16;
    private static final int MAPPED_AT = 18;

    @Override
    public List<Connection> connected() throws DriverException {
        List<Connection> found = new ArrayList<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path each : descriptors) {
                if (isSocket(each)) {
                    connection(Integer.parseInt(each.getFileName().toString())).ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            throw new DriverException("the sockets of this process cannot be looked through: " + e.getMessage(), e);
        } catch (LinkageError e) {
            throw new DriverException("pacing needs JNA on the class path, on Linux: " + e.getMessage(), e);
        }
        return found;
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith(SOCKET);
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    private static Optional<Connection> connection(int descriptor) {
        byte[] own = new byte[ADDRESS_BYTES];
        byte[] peer = new byte[ADDRESS_BYTES];
        int[] ownBytes = {ADDRESS_BYTES};
        int[] peerBytes = {ADDRESS_BYTES};
        if (RateCalls.getsockname(descriptor, own, ownBytes) != 0
                || RateCalls.getpeername(descriptor, peer, peerBytes) != 0) {
            return Optional.empty(); // listens, or is not connected
        }
        Optional<String> from = address(own, ownBytes[0]);
        Optional<String> to = address(peer, peerBytes[0]);
        return from.isPresent() && to.isPresent()
                ? Optional.of(new Connection(descriptor, from.get(), port(own), to.get(), port(peer)))
                : Optional.empty();
    }

    private static int port(byte[] address) {
        return Short.toUnsignedInt(ByteBuffer.wrap(address).getShort(2));
    }

    /** IPv4, also as a socket for both families has it (::ffff:a.b.c.d). */
    private static Optional<String> address(byte[] address, int length) {
        int family = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder()).getShort(0);
        if (family == RateCalls.AF_INET && length >= IPV4_BYTES) {
            return Optional.of(text(address, 4));
        }
        boolean mapped = family == RateCalls.AF_INET6
                && length == ADDRESS_BYTES
                && address[MAPPED_AT] == -1
                && address[MAPPED_AT + 1] == -1;
        for (int at = 8; at < MAPPED_AT; at++) {
            mapped &= address[at] == 0;
        }
        return mapped ? Optional.of(text(address, MAPPED_AT + 2)) : Optional.empty();
    }

    private static String text(byte[] address, int at) {
        return (address[at] & 0xff) + "." + (address[at + 1] & 0xff) + "." + (address[at + 2] & 0xff) + "."
                + (address[at + 3] & 0xff);
    }

    @Override
    public void pace(List<Connection> connections, long bytesPerSecond) throws DriverException {
        for (Connection each : connections) {
            if (isStill(each)) {
                boolean set = set(each.descriptor(), bytesPerSecond);
                if (!isStill(each)) {
                    set(each.descriptor(), UNLIMITED); // it was closed in between, and the number may be another's
                } else if (!set) {
                    throw new DriverException("the kernel sets no pace to the connection from port " + each.ownPort()
                            + " to " + each.peer() + ":" + each.peerPort());
                }
            }
        }
    }

    private static boolean isStill(Connection expected) {
        return connection(expected.descriptor()).equals(Optional.of(expected));
    }

    private static boolean set(int descriptor, long bytesPerSecond) {
        try {
            RateCalls.setsockopt(
                    descriptor,
                    RateCalls.SOL_SOCKET,
                    RateCalls.SO_MAX_PACING_RATE,
                    new long[] {bytesPerSecond},
                    Long.BYTES);
            return true;
        } catch (LastErrorException e) {
            return false;
        }
    }
}
