// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

class PackedLengthsTest {
    @Test
    void lengthsComeBackExactly() throws IOException {
        long[] lengths = {0, 1, 127, 128, 1L << 35, 1L << 40, 300};

        assertThat(PackedLengths.unpack(PackedLengths.pack(lengths).orElseThrow()))
                .isEqualTo(lengths);
        assertThat(PackedLengths.unpack(PackedLengths.pack(new long[0]).orElseThrow()))
                .isEmpty();
    }

    @Test
    void emptyPartitionsTakeHardlyAnything() throws IOException {
        assertThat(PackedLengths.pack(new long[10_000]).orElseThrow()).hasSizeLessThan(100);
    }

    @Test
    void whatHasTooManyIsNotPackedAndNotRead() throws IOException {
        assertThat(PackedLengths.pack(new long[PackedLengths.MOST_PARTITIONS + 1]))
                .isEmpty();
        ByteArrayOutputStream forged = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(forged))) {
            out.writeInt(Integer.MAX_VALUE);
        }
        assertThatThrownBy(() -> PackedLengths.unpack(forged.toByteArray()))
                .isInstanceOf(IOException.class)
                .hasMessage("2147483647 partitions, of at most 1048576");
    }

    @Test
    void lengthsThatNoBlockHasAreRefused() throws IOException {
        byte[] forged = PackedLengths.pack(new long[] {5, (1L << 40) + 1}).orElseThrow();

        assertThatThrownBy(() -> PackedLengths.unpack(forged))
                .isInstanceOf(IOException.class)
                .hasMessage("a length of 1099511627777 bytes, of at most 1099511627776");
    }

    @Test
    void whatIsNoneIsRefused() {
        assertThatThrownBy(() -> PackedLengths.unpack(new byte[] {1, 2, 3})).isInstanceOf(IOException.class);
    }
}
