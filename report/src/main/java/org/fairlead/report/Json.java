// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/** JSON files. Numbers are the same text on every machine, null stands for what is not a finite number, which JSON does not have. */
public final class Json {
    private static final MathContext SHORT = new MathContext(6, RoundingMode.HALF_EVEN);

    private Json() {}

    public static void put(ObjectNode into, String key, double value) {
        if (Double.isFinite(value)) {
            into.putRawValue(key, new RawValue(SeventeenDigits.shortText(value)));
        } else {
            into.putNull(key);
        }
    }

    public static void add(ArrayNode into, double value) {
        if (Double.isFinite(value)) {
            into.addRawValue(new RawValue(SeventeenDigits.shortText(value)));
        } else {
            into.addNull();
        }
    }

    /** With six significant digits, for what a screen shows; at least 0. */
    public static void addShort(ArrayNode into, double value) {
        into.add(new BigDecimal(value).round(SHORT));
    }

    /** With six significant digits, more than either side of a comparison is exact to. */
    public static void putShort(ObjectNode into, String key, double value) {
        if (Double.isFinite(value)) {
            into.put(key, new BigDecimal(value).round(SHORT).stripTrailingZeros());
        } else {
            into.putNull(key);
        }
    }

    /** @param unit ends each key, such as {@code _s}; may be empty */
    public static void put(ObjectNode into, Statistics statistics, String unit) {
        put(into, "mean" + unit, statistics.mean());
        put(into, "p50" + unit, statistics.p50());
        put(into, "p90" + unit, statistics.p90());
        put(into, "p95" + unit, statistics.p95());
        put(into, "p99" + unit, statistics.p99());
        put(into, "max" + unit, statistics.max());
    }

    /** On one line, for a page. */
    public static byte[] compact(ObjectNode root) {
        try {
            return new ObjectMapper().writeValueAsBytes(root);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file: indented, its lines ended alike on every machine. */
    public static byte[] bytes(ObjectNode root) {
        try {
            String text = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root);
            return (text.replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
