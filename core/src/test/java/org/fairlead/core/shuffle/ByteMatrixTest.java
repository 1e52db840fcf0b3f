// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ByteMatrixTest {
    @Test
    void severalRowsMayLieOnOneHost() {
        ByteMatrix bytes = new ByteMatrix(2, new int[] {0, 1, 0}, new long[][] {{4, 1}, {4, 1}, {2, 0}});

        assertThat(bytes.partitionBytes(0)).isEqualTo(10);
        assertThat(bytes.allBytes()).isEqualTo(12);
        assertThat(bytes.rowsOn(0)).isEqualTo(2);
        assertThat(new int[] {bytes.rowOn(0, 0), bytes.rowOn(0, 1), bytes.rowOn(1, 0)})
                .containsExactly(0, 2, 1);
    }

    @Test
    void whatIsNoMatrixIsRefused() {
        assertThatThrownBy(() -> new ByteMatrix(2, new int[] {0, 2}, new long[2][1]))
                .hasMessage("row 1 lies on host 2 of 2");
        assertThatThrownBy(() -> new ByteMatrix(2, new int[] {0, 1}, new long[][] {{1}, {1, 2}}))
                .hasMessage("row 1 has 2 partitions, the first one 1");
        assertThatThrownBy(() -> new ByteMatrix(1, new int[] {0}, new long[][] {{-1}}))
                .hasMessage("row 0 has -1 bytes for partition 0");
        assertThatThrownBy(() -> new ByteMatrix(1, new int[0], new long[][] {{1}}))
                .hasMessage("0 senders of 1 rows");
        assertThatThrownBy(() -> new ReceiverMemory(new long[] {5, -1})).hasMessage("host 1 has a cap of -1 bytes");
        assertThatThrownBy(() -> Outlook.ofLinks(new double[] {1}, new double[] {Double.NaN}))
                .hasMessage("host 0 receives NaN bytes/s");
    }
}
