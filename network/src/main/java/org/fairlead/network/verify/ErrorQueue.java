// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

import com.sun.jna.Memory;
import java.util.Optional;

/** What the kernel keeps of an ICMP message that refused a socket's packet (ip(7), {@code IP_RECVERR}); layout of 64-bit Linux. */
final class ErrorQueue {
    private static final int MESSAGE_BYTES = 56;
    private static final int CONTROL_AT = 64;
    private static final int CONTROL_BYTES = 512;
    private static final int CONTROL_LENGTH_AT = 40;
    private static final int CONTROL_HEADER_BYTES = 16;
    private static final int ORIGIN_AT = 4;
    private static final int ORIGIN_ICMP = 2;
    /** Of the sockaddr_in behind the error, and of the address in it. */
    private static final int OFFENDER_AT = 16;

    private static final int ADDRESS_AT = OFFENDER_AT + 4;

    private ErrorQueue() {}

    /** Takes one message off the queue. @return who sent it; empty if there is none, or if it came from no one else but this host */
    static Optional<String> sender(int fd) {
        try (Memory all = new Memory(CONTROL_AT + CONTROL_BYTES)) {
            all.clear();
            all.setPointer(32, all.share(CONTROL_AT));
            all.setLong(CONTROL_LENGTH_AT, CONTROL_BYTES);
            if (ProbeCalls.recvmsg(fd, all.share(0, MESSAGE_BYTES), ProbeCalls.MSG_ERRQUEUE) < 0) {
                return Optional.empty();
            }
            long end = CONTROL_AT + all.getLong(CONTROL_LENGTH_AT);
            long at = CONTROL_AT;
            while (at + CONTROL_HEADER_BYTES + ADDRESS_AT + 4 <= end) {
                long length = all.getLong(at);
                if (all.getInt(at + 8) == ProbeCalls.SOL_IP && all.getInt(at + 12) == ProbeCalls.IP_RECVERR) {
                    long error = at + CONTROL_HEADER_BYTES;
                    boolean told = all.getByte(error + ORIGIN_AT) == ORIGIN_ICMP
                            && all.getShort(error + OFFENDER_AT) == ProbeCalls.AF_INET;
                    return told ? Optional.of(text(all.getByteArray(error + ADDRESS_AT, 4))) : Optional.empty();
                }
                at += Math.max(CONTROL_HEADER_BYTES, (length + 7) & ~7L);
            }
            return Optional.empty();
        }
    }

    private static String text(byte[] address) {
        return (address[0] & 0xff) + "." + (address[1] & 0xff) + "." + (address[2] & 0xff) + "." + (address[3] & 0xff);
    }
}
