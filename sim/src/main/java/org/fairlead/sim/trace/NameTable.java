// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Numbers of names, found by the names' bytes: no text is made for the millions of times that a name stands in a file. */
final class NameTable {
    private final byte[][] names;
    private final int[] numbers;

    /** @param names each once; a name's number is its place */
    NameTable(List<String> names) {
        int slots = Integer.highestOneBit(Math.max(1, names.size())) * 4;
        this.names = new byte[slots][];
        numbers = new int[slots];
        for (int number = 0; number < names.size(); number++) {
            byte[] name = names.get(number).getBytes(StandardCharsets.UTF_8);
            int slot = slot(name, 0, name.length);
            this.names[slot] = name;
            numbers[slot] = number;
        }
    }

    /** -1 when there is no such name. */
    int number(byte[] text, int from, int to) {
        int slot = slot(text, from, to);
        return names[slot] == null ? -1 : numbers[slot];
    }

    /** Where the name stands, or the free place for it. */
    private int slot(byte[] text, int from, int to) {
        int slot = (int) ByteHash.of(text, from, to) & names.length - 1;
        while (names[slot] != null && !Arrays.equals(names[slot], 0, names[slot].length, text, from, to)) {
            slot = slot + 1 & names.length - 1;
        }
        return slot;
    }
}
