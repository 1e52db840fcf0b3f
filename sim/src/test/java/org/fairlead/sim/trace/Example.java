// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.InvalidFileException;

/** What the readers' tests share: a network, texts as streams, the error of a bad one. */
final class Example {
    /** Hosts h1 to h4 under the switches e1 and e2. */
    static final Topology TOPOLOGY = topology();

    private Example() {}

    private static Topology topology() {
        Topology.Builder builder = new Topology.Builder("example");
        Topologies.tree(builder, 2, 2, 1e9, 1);
        return builder.build();
    }

    static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    static String errorOf(ThrowingCallable reading) {
        return catchThrowableOfType(InvalidFileException.class, reading).getMessage();
    }

    /** A text of any length that takes no memory: what stands before, then one byte again and again. */
    static InputStream endless(String before, char then, long bytes) {
        return new InputStream() {
            private final InputStream start = stream(before);
            private long left = bytes;

            @Override
            public int read() throws java.io.IOException {
                int first = start.read();
                return first >= 0 ? first : left-- > 0 ? then : -1;
            }

            @Override
            public int read(byte[] into, int from, int length) throws java.io.IOException {
                int first = start.read(into, from, length);
                if (first > 0) {
                    return first;
                }
                int count = (int) Math.min(length, left);
                java.util.Arrays.fill(into, from, from + count, (byte) then);
                left -= count;
                return count == 0 ? -1 : count;
            }
        };
    }
}
