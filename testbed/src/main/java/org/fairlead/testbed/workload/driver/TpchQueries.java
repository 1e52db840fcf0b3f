// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The 22 TPC-H queries with the parameters that the standard uses for validation, and the tables that they read. Money is DOUBLE
 * instead of DECIMAL: the network is measured, and parsing decimals would keep the processors busy. So that results do not depend on
 * the order of additions, q15 rounds its revenues to cents, and orders that are cut by a LIMIT end with a key.
 */
public final class TpchQueries {
    /** Columns of each table, as a schema. */
    public static final Map<String, String> SCHEMAS = Map.of(
            "lineitem",
            "l_orderkey BIGINT, l_partkey BIGINT, l_suppkey BIGINT, l_linenumber INT, l_quantity DOUBLE,"
                    + " l_extendedprice DOUBLE, l_discount DOUBLE, l_tax DOUBLE, l_returnflag STRING,"
                    + " l_linestatus STRING, l_shipdate DATE, l_commitdate DATE, l_receiptdate DATE,"
                    + " l_shipinstruct STRING, l_shipmode STRING, l_comment STRING",
            "orders",
            "o_orderkey BIGINT, o_custkey BIGINT, o_orderstatus STRING, o_totalprice DOUBLE, o_orderdate DATE,"
                    + " o_orderpriority STRING, o_clerk STRING, o_shippriority INT, o_comment STRING",
            "customer",
            "c_custkey BIGINT, c_name STRING, c_address STRING, c_nationkey BIGINT, c_phone STRING,"
                    + " c_acctbal DOUBLE, c_mktsegment STRING, c_comment STRING",
            "part",
            "p_partkey BIGINT, p_name STRING, p_mfgr STRING, p_brand STRING, p_type STRING, p_size INT,"
                    + " p_container STRING, p_retailprice DOUBLE, p_comment STRING",
            "supplier",
            "s_suppkey BIGINT, s_name STRING, s_address STRING, s_nationkey BIGINT, s_phone STRING,"
                    + " s_acctbal DOUBLE, s_comment STRING",
            "nation",
            "n_nationkey BIGINT, n_name STRING, n_regionkey BIGINT, n_comment STRING",
            "partsupp",
            "ps_partkey BIGINT, ps_suppkey BIGINT, ps_availqty INT, ps_supplycost DOUBLE, ps_comment STRING",
            "region",
            "r_regionkey BIGINT, r_name STRING, r_comment STRING");

    /** A query and the tables that it reads. */
    public record Query(List<String> tables, String sql) {}

    private static final int COUNT = 22;
    /** Stands for all queries where some are named. */
    public static final String ALL = "all";

    /** By name, {@code q1} to {@code q22}, in that order. */
    public static final Map<String, Query> QUERIES = queries();

    private TpchQueries() {}

    /** Names of the tables that some queries need, sorted. */
    public static SortedSet<String> tables(Collection<String> queries) {
        return queries.stream()
                .flatMap(query -> QUERIES.get(query).tables().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Names of queries, in the order in which they are named.
     *
     * @param names or {@code all} alone, for all 22 in their order
     * @throws IllegalArgumentException when a name is none of a query
     */
    public static List<String> named(List<String> names) {
        if (names.equals(List.of(ALL))) {
            return List.copyOf(QUERIES.keySet());
        }
        for (String name : names) {
            if (!QUERIES.containsKey(name)) {
                throw new IllegalArgumentException(
                        "no TPC-H query '" + name + "'; accepted: " + ALL + ", " + String.join(", ", QUERIES.keySet()));
            }
        }
        return List.copyOf(names);
    }

    private static Map<String, Query> queries() {
        Map<String, Query> queries = new LinkedHashMap<>();
        for (int number = 1; number <= COUNT; number++) {
            String sql = text("tpch/q" + number + ".sql");
            Set<String> words = Arrays.stream(sql.split("\\W+")).collect(Collectors.toSet());
            List<String> tables =
                    SCHEMAS.keySet().stream().filter(words::contains).sorted().toList();
            queries.put("q" + number, new Query(tables, sql));
        }
        return Collections.unmodifiableMap(queries);
    }

    private static String text(String resource) {
        try (InputStream in = TpchQueries.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read", e);
        }
    }
}
