// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.spark.sql.Row;

/** A digest of a query's result that neither the order of rows nor the order of additions changes. */
final class RowDigest {
    /** Far from the 15 digits that a double has and far from what would hide a lost row. */
    private static final MathContext ROUNDED = new MathContext(8);

    private RowDigest() {}

    static String of(List<Row> rows) {
        CRC32C crc = new CRC32C();
        rows.stream().map(RowDigest::text).sorted().forEach(text -> crc.update(text.getBytes(StandardCharsets.UTF_8)));
        return String.format("%08x", crc.getValue());
    }

    private static String text(Row row) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < row.length(); i++) {
            Object value = row.get(i);
            text.append(
                            value instanceof Double number && Double.isFinite(number)
                                    ? new BigDecimal(number).round(ROUNDED).stripTrailingZeros()
                                    : value)
                    .append('|');
        }
        return text.append('\n').toString();
    }
}
