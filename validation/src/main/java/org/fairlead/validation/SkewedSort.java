// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.testbed.workload.SkewedRows;

/**
 * Decides how many bytes of skewed rows each of Spark's tasks gets that sort them: rows go to partitions by Spark's hash of their keys, each key has as many as Zipf's law expects, and adaptive execution joins
 * partitions that are small. Which rows were drawn is not looked at.
 *
 * <p><b>Example.</b> With exponent 2 of 2,000 keys, key 0 has 61 % of the rows, so one of 48 partitions has at least as much.
 */
final class SkewedSort {
    /** Of Spark's hash partitioning. */
    private static final int SEED = 42;
    /** Of a row as Spark shuffles it: its length, which values are missing, the key, and where the payload lies. */
    private static final int ROW_BYTES = 4 + 8 + 8 + 8;

    private static final int WORD = 8;
    private static final double TOLD_BASE = 1.1;

    private SkewedSort() {}

    /** Bytes of all rows as Spark shuffles them: compression finds nothing in random payloads. */
    static double shuffledBytes(SkewedRows rows) {
        double payload = Math.ceil((double) rows.payloadBytes() / WORD) * WORD;
        return (double) rows.bytes() / rows.lineBytes() * (ROW_BYTES + payload);
    }

    /** Bytes that each partition is expected to get. */
    static List<Double> partitionBytes(SkewedRows rows, int partitions) {
        double all = shuffledBytes(rows);
        double[] bytes = new double[partitions];
        double[] upTo = rows.shares();
        double before = 0;
        for (int key = 0; key < upTo.length; key++) {
            bytes[Math.floorMod(hash(key), partitions)] += all * (upTo[key] - before);
            before = upTo[key];
        }
        List<Double> list = new ArrayList<>();
        for (double each : bytes) {
            list.add(each);
        }
        return list;
    }

    /**
     * Partitions beside each other are joined while they have no more together than the target, as the driver is told it; empty ones are left out.
     *
     * @param maps tasks, each of which tells what it has for each partition
     * @param targetBytes of a part
     */
    static List<Double> joined(List<Double> partitions, int maps, double targetBytes) {
        List<Double> parts = new ArrayList<>();
        double part = 0;
        double told = 0;
        for (double partition : partitions) {
            double more = maps * told(partition / maps);
            if (part > 0 && told + more > targetBytes) {
                parts.add(part);
                part = 0;
                told = 0;
            }
            part += partition;
            told += more;
        }
        if (part > 0) {
            parts.add(part);
        }
        return parts;
    }

    /** Lengths of blocks are told in a byte each, rounded up to a power of 1.1. */
    private static double told(double blockBytes) {
        return blockBytes <= 1
                ? blockBytes
                : Math.pow(TOLD_BASE, Math.ceil(Math.log(blockBytes) / Math.log(TOLD_BASE)));
    }

    /** Spark's hash of an INT column: Murmur3, 32 bits, of four bytes. */
    static int hash(int key) {
        int mixed = SEED ^ Integer.rotateLeft(key * 0xcc9e2d51, 15) * 0x1b873593;
        int hash = Integer.rotateLeft(mixed, 13) * 5 + 0xe6546b64;
        hash ^= Integer.BYTES;
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }
}
