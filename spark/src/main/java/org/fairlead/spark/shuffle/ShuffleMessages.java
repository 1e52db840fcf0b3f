// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import org.apache.spark.rpc.RpcEndpointRef;
import org.fairlead.core.shuffle.copy.CopyQueue;

/** What executors tell their driver of shuffles, in types of the JDK and of Spark. */
public final class ShuffleMessages {
    private static final String OURS = "fairlead-shuffle";

    private ShuffleMessages() {}

    /** Whoever is told. */
    public interface Taker {
        /**
         * An executor can be reached.
         *
         * @param host at which it sends blocks, at such a port
         * @param totals as {@link #counted}
         */
        void joined(String executor, RpcEndpointRef endpoint, String host, int port, long[] totals);

        /**
         * A map task has written its output.
         *
         * @param map its unique id
         * @param packed as {@link PackedLengths} has it
         */
        void wrote(String executor, int shuffle, long map, byte[] packed);

        /** @param totals in the order of {@link CopyCount} */
        void counted(String executor, long[] totals);

        /** @param totals of one shuffle, in the order of {@link CopyCount} */
        void counted(String executor, int shuffle, long[] totals);

        /**
         * Blocks will not be copied that were to be: their senders did not give them, or all map tasks had ended before they were asked for.
         *
         * @param map of each block, the unique id of the map task
         * @param reduce of each block, its partition
         * @param bytes of each block
         */
        void notCopied(int shuffle, long[] map, int[] reduce, long[] bytes);
    }

    /** Whether it is one of these. */
    public static boolean isOurs(Object message) {
        return message instanceof Object[] told && told.length > 1 && OURS.equals(told[0]);
    }

    static Object joined(String executor, RpcEndpointRef endpoint, String host, int port, long[] totals) {
        return new Object[] {OURS, executor, endpoint, host, port, totals};
    }

    static Object wrote(String executor, int shuffle, long map, byte[] packed) {
        return new Object[] {OURS, executor, shuffle, map, packed};
    }

    static Object counted(String executor, long[] totals) {
        return new Object[] {OURS, executor, totals};
    }

    static Object counted(String executor, int shuffle, long[] totals) {
        return new Object[] {OURS, executor, shuffle, totals};
    }

    /** Blocks of a shuffle that will not be copied though they were to be. */
    static Object notCopied(String executor, int shuffle, List<CopyQueue.Part<CopyKey>> blocks) {
        return new Object[] {
            OURS,
            executor,
            shuffle,
            blocks.stream().mapToLong(part -> part.block().map()).toArray(),
            blocks.stream().mapToInt(part -> part.block().reduce()).toArray(),
            blocks.stream().mapToLong(CopyQueue.Part::bytes).toArray()
        };
    }

    /**
     * An executor's answer to an order.
     *
     * @param accepted how many of its blocks it will ask for
     * @param refused the places in the order of those that it will not
     */
    public static byte[] number(int accepted, int... refused) {
        ByteBuffer answer = ByteBuffer.allocate(Integer.BYTES * (1 + refused.length));
        answer.putInt(accepted);
        for (int block : refused) {
            answer.putInt(block);
        }
        return answer.array();
    }

    /** What {@link #number} said was accepted; empty when it is no answer, or there is none (null). */
    public static OptionalInt accepted(byte[] answer) {
        return answer != null && answer.length >= Integer.BYTES && answer.length % Integer.BYTES == 0
                ? OptionalInt.of(ByteBuffer.wrap(answer).getInt())
                : OptionalInt.empty();
    }

    /** What it said was refused; of an answer. */
    public static int[] refused(byte[] answer) {
        ByteBuffer said = ByteBuffer.wrap(answer, Integer.BYTES, answer.length - Integer.BYTES);
        int[] refused = new int[said.remaining() / Integer.BYTES];
        for (int i = 0; i < refused.length; i++) {
            refused[i] = said.getInt();
        }
        return refused;
    }

    /** @throws IOException if it is none of these */
    public static void read(Object message, Taker taker) throws IOException {
        if (isOurs(message) && message instanceof Object[] told && told[1] instanceof String executor) {
            if (told.length == 6
                    && told[2] instanceof RpcEndpointRef endpoint
                    && told[3] instanceof String host
                    && told[4] instanceof Integer port
                    && told[5] instanceof long[] totals) {
                taker.joined(executor, endpoint, host, port, totals);
                return;
            }
            if (told.length == 6
                    && told[2] instanceof Integer shuffle
                    && told[3] instanceof long[] map
                    && told[4] instanceof int[] reduce
                    && told[5] instanceof long[] bytes
                    && map.length == reduce.length
                    && map.length == bytes.length) {
                taker.notCopied(shuffle, map, reduce, bytes);
                return;
            }
            if (told.length == 5
                    && told[2] instanceof Integer shuffle
                    && told[3] instanceof Long map
                    && told[4] instanceof byte[] packed) {
                taker.wrote(executor, shuffle, map, packed);
                return;
            }
            if (told.length == 4 && told[2] instanceof Integer shuffle && told[3] instanceof long[] totals) {
                taker.counted(executor, shuffle, totals);
                return;
            }
            if (told.length == 3 && told[2] instanceof long[] totals) {
                taker.counted(executor, totals);
                return;
            }
        }
        throw new IOException("a message of " + message.getClass().getName() + " is none of ours");
    }
}
