// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SeventeenDigitsTest {
    private static void isExact(double value) {
        String text = SeventeenDigits.text(value);

        assertThat(Double.parseDouble(text)).isEqualTo(value);
        assertThat(new BigDecimal(text))
                .isEqualByComparingTo(new BigDecimal(value).round(new MathContext(17, RoundingMode.HALF_EVEN)));
        assertThat(text.length()).isLessThanOrEqualTo(SeventeenDigits.LONGEST);
        assertThat(Double.parseDouble(SeventeenDigits.shortText(value))).isEqualTo(value);
    }

    @Property(tries = 5000)
    void aUsualTimeIsReadBackAsItself(@ForAll @DoubleRange(min = 0, max = 1e9) double value) {
        isExact(value);
    }

    @Property(tries = 5000)
    void soIsAnyDoubleThatIsNotNegative(@ForAll @LongRange(min = 0, max = 0x7fefffffffffffffL) long bits) {
        isExact(Double.longBitsToDouble(bits));
    }

    @Property(tries = 5000)
    void soIsAnyThatIsNegative(@ForAll @LongRange(min = 1, max = 0x7fefffffffffffffL) long bits) {
        double value = Double.longBitsToDouble(bits);

        isExact(-value);
        assertThat(SeventeenDigits.text(-value)).isEqualTo("-" + SeventeenDigits.text(value));
    }

    @Property(tries = 5000)
    void soIsOneOfFewBinaryDigitsWhichMayLieHalfWay(
            @ForAll @LongRange(min = 1, max = 1L << 53) long bits, @ForAll @LongRange(min = 0, max = 60) long shift) {
        isExact(bits / (double) (1L << shift));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0000000000000000, 0",
        "1, 1.0000000000000000, 1",
        "0.1, 0.10000000000000001, 0.10000000000000001",
        "15.5, 15.500000000000000, 15.5",
        "9.9999999999999999, 10.000000000000000, 10",
        "123456789.123, 123456789.12300000, 123456789.123",
        "1e-9, 1.0000000000000001e-9, 1.0000000000000001e-9",
        "3e300, 3.0000000000000002e300, 3.0000000000000002e300",
        "100, 100.00000000000000, 100",
        "-0.0, 0.0000000000000000, 0",
        "-15.5, -15.500000000000000, -15.5",
        "-3.4e-8, -3.4000000000000000e-8, -3.4e-8",
        "-1e-9, -1.0000000000000001e-9, -1.0000000000000001e-9",
        "Infinity, inf, inf",
        "-Infinity, -inf, -inf"
    })
    void asPeopleWriteIt(double value, String text, String shortText) {
        assertThat(SeventeenDigits.text(value)).isEqualTo(text);
        assertThat(SeventeenDigits.shortText(value)).isEqualTo(shortText);
    }
}
