// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import com.sun.jna.LastErrorException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fairlead.network.DriverException;

/**
 * By a raw netlink socket, in the network namespace in which it was made, many changes in one datagram: that takes a hundredth of the time of one {@code tc} process for each. Devices are looked up by the calling thread, so
 * that has to be in the same namespace. Of one thread.
 */
final class NetlinkTrafficControl implements TrafficControl {
    /** Of one datagram: what the kernel answers to all of them fits into the socket's buffer. */
    private static final int MOST_IN_DATAGRAM = 250;

    private static final int ANSWER_BYTES = 64 << 10;
    private static final long LONGEST_ANSWER_SECONDS = 5;
    private static final Map<Integer, String> REASONS = Map.of(
            1, "not permitted; CAP_NET_ADMIN is needed",
            2, "no such class",
            19, "no such device",
            22, "invalid");

    private final int fd;
    private final byte[] answer = new byte[ANSWER_BYTES];
    private int sequence;

    private NetlinkTrafficControl(int fd) {
        this.fd = fd;
    }

    static NetlinkTrafficControl open() throws DriverException {
        try {
            int fd = RateCalls.socket(
                    RateCalls.AF_NETLINK, RateCalls.SOCK_RAW | RateCalls.SOCK_CLOEXEC, RateCalls.NETLINK_ROUTE);
            RateCalls.setsockopt(
                    fd,
                    RateCalls.SOL_SOCKET,
                    RateCalls.SO_RCVTIMEO,
                    new long[] {LONGEST_ANSWER_SECONDS, 0},
                    2 * Long.BYTES);
            return new NetlinkTrafficControl(fd);
        } catch (LastErrorException e) {
            throw new DriverException("a netlink socket cannot be opened: " + e.getMessage(), e);
        } catch (LinkageError e) {
            throw new DriverException("rates need JNA on the class path, on Linux: " + e.getMessage(), e);
        }
    }

    @Override
    public List<HtbClass> classes(String device) throws DriverException {
        int index = RateCalls.if_nametoindex(device);
        if (index == 0) {
            throw new DriverException("there is no network device '" + device + "'");
        }
        List<HtbClass> found = new ArrayList<>();
        int expected = ++sequence;
        send(TcMessages.dump(index, expected));
        boolean more = true;
        while (more) {
            for (Message each : receive()) {
                if (each.sequence() != expected) {
                    continue;
                }
                if (each.type() == TcMessages.ERROR) {
                    throw new DriverException(
                            "the kernel does not list the classes of " + device + ": " + reason(each.body()));
                }
                more &= each.type() != TcMessages.DONE;
                if (each.type() == TcMessages.NEW_CLASS) {
                    TcMessages.read(each.body()).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    @Override
    public void change(List<HtbClass> classes) throws DriverException {
        String failure = "";
        for (int from = 0; from < classes.size(); from += MOST_IN_DATAGRAM) {
            String failed = changed(classes.subList(from, Math.min(classes.size(), from + MOST_IN_DATAGRAM)));
            failure = failure.isEmpty() ? failed : failure;
        }
        if (!failure.isEmpty()) {
            throw new DriverException(failure);
        }
    }

    /** @return what the kernel says of the first that it refuses; empty if it refuses none */
    private String changed(List<HtbClass> classes) throws DriverException {
        int first = sequence + 1;
        sequence += classes.size();
        send(TcMessages.changes(classes, first));
        String failure = "";
        while (true) {
            for (Message each : receive()) {
                int place = each.sequence() - first;
                if (each.type() != TcMessages.ERROR || place < 0 || place >= classes.size()) {
                    continue;
                }
                String reason = reason(each.body());
                if (!reason.isEmpty() && failure.isEmpty()) {
                    int handle = classes.get(place).handle();
                    failure = "the kernel refuses to change class %x:%x: %s"
                            .formatted(handle >>> 16, handle & 0xffff, reason);
                }
                if (place == classes.size() - 1) {
                    return failure;
                }
            }
        }
    }

    /** @return empty for an acknowledgement */
    private static String reason(ByteBuffer error) {
        int number = -error.getInt(error.position());
        return number == 0 ? "" : REASONS.getOrDefault(number, "error " + number);
    }

    private record Message(short type, int sequence, ByteBuffer body) {}

    private void send(byte[] datagram) throws DriverException {
        try {
            RateCalls.send(fd, datagram, datagram.length, 0);
        } catch (LastErrorException e) {
            throw new DriverException("the kernel takes no netlink message: " + e.getMessage(), e);
        }
    }

    private List<Message> receive() throws DriverException {
        int length;
        try {
            length = (int) RateCalls.recv(fd, answer, answer.length, 0);
        } catch (LastErrorException e) {
            throw new DriverException("the kernel does not answer by netlink: " + e.getMessage(), e);
        }
        ByteBuffer from = TcMessages.buffer(length);
        from.put(answer, 0, length).flip();
        List<Message> messages = new ArrayList<>();
        while (from.remaining() >= TcMessages.HEADER_BYTES) {
            int at = from.position();
            int bytes = from.getInt();
            if (bytes < TcMessages.HEADER_BYTES || bytes > length - at) {
                break;
            }
            short type = from.getShort();
            from.getShort();
            int number = from.getInt();
            messages.add(new Message(
                    type,
                    number,
                    from.slice(at + TcMessages.HEADER_BYTES, bytes - TcMessages.HEADER_BYTES)
                            .order(from.order())));
            from.position(Math.min(length, at + ((bytes + 3) & ~3)));
        }
        return messages;
    }

    @Override
    public void close() {
        RateCalls.close(fd);
    }
}
