// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * HTB classes as messages of rtnetlink. Layouts and numbers are those of Linux's {@code linux/netlink.h}, {@code linux/rtnetlink.h} and {@code linux/pkt_sched.h}, which do not change; all in the machine's own byte order.
 */
final class TcMessages {
    static final int HEADER_BYTES = 16;
    static final short ERROR = 2;
    static final short DONE = 3;
    static final short NEW_CLASS = 40;
    private static final short GET_CLASS = 42;

    private static final short REQUEST = 1;
    /** To be acknowledged. */
    private static final short LAST_REQUEST = REQUEST | 4;

    private static final short DUMP = 0x300;

    /** Family, device, handle, parent, info. */
    private static final int TCM_BYTES = 20;

    private static final short KIND = 1;
    private static final short OPTIONS = 2;
    private static final short HTB_PARAMETERS = 1;
    private static final short HTB_RATE64 = 6;
    private static final short HTB_CEIL64 = 7;
    private static final int PARAMETERS_BYTES = 44;
    private static final byte[] HTB = "htb\0".getBytes(StandardCharsets.US_ASCII);
    private static final long MOST_IN_32_BITS = 0xffff_ffffL;
    private static final int ATTRIBUTE_BYTES = 4;
    private static final int OPTIONS_BYTES =
            ATTRIBUTE_BYTES + (ATTRIBUTE_BYTES + PARAMETERS_BYTES) + 2 * (ATTRIBUTE_BYTES + Long.BYTES);
    private static final int CHANGE_BYTES = HEADER_BYTES + TCM_BYTES + ATTRIBUTE_BYTES + HTB.length + OPTIONS_BYTES;

    private TcMessages() {}

    /** Asks for all classes of a device. */
    static byte[] dump(int device, int sequence) {
        byte[] message = new byte[HEADER_BYTES + TCM_BYTES];
        ByteBuffer to = ByteBuffer.wrap(message).order(ByteOrder.nativeOrder());
        header(to, message.length, GET_CLASS, (short) (REQUEST | DUMP), sequence);
        to.putInt(0).putInt(device).putInt(0).putInt(0).putInt(0);
        return message;
    }

    /** Changes classes; the kernel answers for each that it refuses, and for the last. Sequence numbers count up from the first. */
    static byte[] changes(List<HtbClass> classes, int sequence) {
        byte[] datagram = new byte[classes.size() * CHANGE_BYTES];
        ByteBuffer to = ByteBuffer.wrap(datagram).order(ByteOrder.nativeOrder());
        for (int each = 0; each < classes.size(); each++) {
            boolean last = each == classes.size() - 1;
            header(to, CHANGE_BYTES, NEW_CLASS, last ? LAST_REQUEST : REQUEST, sequence + each);
            change(to, classes.get(each));
        }
        return datagram;
    }

    private static void change(ByteBuffer to, HtbClass wanted) {
        to.putInt(0)
                .putInt(wanted.device())
                .putInt(wanted.handle())
                .putInt(wanted.parent())
                .putInt(0);
        attribute(to, KIND, HTB.length).put(HTB);
        attribute(to, OPTIONS, OPTIONS_BYTES - ATTRIBUTE_BYTES);
        attribute(to, HTB_PARAMETERS, PARAMETERS_BYTES);
        to.putLong(wanted.overhead().ofRate()).putInt(in32Bits(wanted.bytesPerSecond()));
        to.putLong(wanted.overhead().ofCeiling()).putInt(in32Bits(wanted.ceilBytesPerSecond()));
        to.putInt(wanted.burstTicks()).putInt(wanted.ceilBurstTicks());
        to.putInt(wanted.quantumBytes()).putInt(0).putInt(wanted.priority());
        attribute(to, HTB_RATE64, Long.BYTES).putLong(wanted.bytesPerSecond());
        attribute(to, HTB_CEIL64, Long.BYTES).putLong(wanted.ceilBytesPerSecond());
    }

    private static int in32Bits(long rate) {
        return (int) Math.min(MOST_IN_32_BITS, rate);
    }

    private static ByteBuffer attribute(ByteBuffer to, short type, int bytes) {
        return to.putShort((short) (ATTRIBUTE_BYTES + bytes)).putShort(type);
    }

    private static void header(ByteBuffer to, int bytes, short type, short flags, int sequence) {
        to.putInt(bytes).putShort(type).putShort(flags).putInt(sequence).putInt(0);
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }

    /**
     * The class that a message speaks of; empty if that is none of HTB.
     *
     * @param message without its header
     */
    static Optional<HtbClass> read(ByteBuffer message) {
        if (message.remaining() < TCM_BYTES) {
            return Optional.empty();
        }
        message.getInt();
        int device = message.getInt();
        int handle = message.getInt();
        int parent = message.getInt();
        int queue = message.getInt();
        ByteBuffer kind = find(message, KIND);
        ByteBuffer options = find(message, OPTIONS);
        ByteBuffer parameters = find(options, HTB_PARAMETERS);
        if (parameters.remaining() < PARAMETERS_BYTES || !kind.equals(ByteBuffer.wrap(HTB))) {
            return Optional.empty();
        }
        long ofRate = parameters.getLong();
        long rate = wide(parameters.getInt(), find(options, HTB_RATE64));
        long ofCeiling = parameters.getLong();
        long ceiling = wide(parameters.getInt(), find(options, HTB_CEIL64));
        int burst = parameters.getInt();
        int ceilBurst = parameters.getInt();
        int quantum = parameters.getInt();
        parameters.getInt(); // its level, which the kernel alone knows
        return Optional.of(new HtbClass(
                device,
                handle,
                parent,
                queue,
                rate,
                ceiling,
                burst,
                ceilBurst,
                quantum,
                parameters.getInt(),
                new HtbClass.Overhead(ofRate, ofCeiling)));
    }

    private static long wide(int rate, ByteBuffer rate64) {
        return rate64.remaining() >= Long.BYTES ? rate64.getLong() : Integer.toUnsignedLong(rate);
    }

    /** The value of an attribute; empty if there is none. */
    private static ByteBuffer find(ByteBuffer attributes, short wanted) {
        ByteBuffer from = attributes.duplicate().order(ByteOrder.nativeOrder());
        while (from.remaining() >= ATTRIBUTE_BYTES) {
            int at = from.position();
            int bytes = Short.toUnsignedInt(from.getShort());
            int type = from.getShort() & 0x3fff;
            if (bytes < ATTRIBUTE_BYTES || bytes > from.limit() - at) {
                break;
            }
            if (type == wanted) {
                return from.slice(at + ATTRIBUTE_BYTES, bytes - ATTRIBUTE_BYTES).order(ByteOrder.nativeOrder());
            }
            from.position(Math.min(from.limit(), at + ((bytes + 3) & ~3)));
        }
        return buffer(0);
    }
}
