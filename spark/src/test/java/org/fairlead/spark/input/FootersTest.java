// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class FootersTest {
    private static FileStatus file(int number) {
        return new FileStatus(1_000, false, 1, 1_000, number, new Path("/file-" + number));
    }

    @Test
    void theNewestFilesOfManyAreKept() {
        Footers<Integer> footers = new Footers<>(chunks -> chunks);
        for (int i = 0; i < 300; i++) {
            footers.keep(file(i), List.of(10));
        }

        assertThat(footers.of(file(299))).contains(List.of(10));
        assertThat(footers.of(file(0))).isEmpty();
        assertThat(footers.chunks()).isEqualTo(2_560);
    }

    @Test
    void largeFootersLeaveNoRoomForOthers() {
        Footers<Integer> footers = new Footers<>(chunks -> chunks);
        footers.keep(file(0), List.of(600_000));
        footers.keep(file(1), List.of(600_000, 1));
        assertThat(footers.of(file(0))).isEmpty();
        assertThat(footers.chunks()).isEqualTo(600_001);

        footers.keep(file(1), List.of(5_000_000));

        assertThat(footers.of(file(1))).isPresent();
        assertThat(footers.chunks()).isEqualTo(5_000_000);
    }

    @Test
    void chunksAreFoundByTheirColumn() {
        ColumnChunks.Builder builder = new ColumnChunks.Builder();
        builder.add("A", 100_000, 10);
        builder.add("b", 300_000, 20);
        builder.chunks();
        builder.add("a", 500_000, 30);
        builder.add("B", 700_000, 40);
        builder.add("", 900_000, 50);
        ColumnChunks second = builder.chunks();
        FileRanges ranges = new FileRanges(new FileStatus(2_000_000, false, 1, 1_000, 0, new Path("/file")));

        second.addTo(ranges, Set.of("b"));

        assertThat(second.count()).isEqualTo(3);
        assertThat(ranges.parts()).extracting(FilePart::start).containsExactly(700_000L, 900_000L, 2_000_000L - 65_536);
    }
}
