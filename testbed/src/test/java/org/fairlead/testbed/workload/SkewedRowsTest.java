// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkewedRowsTest {
    private static List<String> lines(SkewedRows rows, long bytes, long seed) throws IOException {
        StringWriter out = new StringWriter();
        rows.write(out, bytes, new Random(seed));
        return out.toString().lines().toList();
    }

    @Test
    void allRowsAreEquallyLongAndTheLastOneIsWhole() throws IOException {
        SkewedRows rows = new SkewedRows(1, 1001, 13, 0);
        StringWriter out = new StringWriter();
        rows.write(out, 1000, new Random(1));

        assertThat(rows.lineBytes()).isEqualTo(4 + 1 + 13 + 1);
        assertThat(out.toString()).hasSize(53 * 19).matches("([0-9]{4}\\|[-_0-9A-Za-z]{13}\\n)*");
    }

    @ParameterizedTest
    @CsvSource({"0, 0.0005", "1, 0.1223", "2, 0.6081", "3, 0.8319"})
    void theFirstKeyHasItsShareByZipfsLaw(double exponent, double share) throws IOException {
        SkewedRows rows = new SkewedRows(exponent, 2000, 1, 0);

        assertThat(rows.shares()[0]).isEqualTo(share, within(0.0001));
        List<String> lines = lines(rows, 20_000L * rows.lineBytes(), 3);
        double found = lines.stream().filter(line -> line.startsWith("0000|")).count() / 20_000.0;
        assertThat(found).isEqualTo(share, within(4 * Math.sqrt(share / 20_000)));
        assertThat(lines).allSatisfy(line -> assertThat(Integer.parseInt(line.substring(0, 4)))
                .isBetween(0, 1999));
    }

    @Test
    void chancesFallWithTheRankOfAKey() {
        double[] upTo = new SkewedRows(0.8, 10, 1, 0).shares();

        assertThat(upTo[9]).isEqualTo(1);
        for (int key = 2; key < 10; key++) {
            assertThat(upTo[key] - upTo[key - 1]).isLessThan(upTo[key - 1] - upTo[key - 2]);
        }
    }

    @Test
    void oneSeedGivesOneText() throws IOException {
        SkewedRows rows = new SkewedRows(2, 50, 40, 0);

        assertThat(lines(rows, 10_000, 5)).isEqualTo(lines(rows, 10_000, 5)).isNotEqualTo(lines(rows, 10_000, 6));
    }

    @Test
    void payloadsHaveAllLettersAboutAsOften() throws IOException {
        int[] often = new int[128];
        for (String line : lines(new SkewedRows(0, 1, 1000, 0), 200_000, 9)) {
            line.substring(2).chars().forEach(letter -> often[letter]++);
        }

        List<Integer> used =
                Arrays.stream(often).filter(count -> count > 0).boxed().toList();
        double mean = Arrays.stream(often).sum() / 64.0;
        assertThat(used).hasSize(64).allSatisfy(count -> assertThat((double) count)
                .isBetween(0.85 * mean, 1.15 * mean));
    }
}
