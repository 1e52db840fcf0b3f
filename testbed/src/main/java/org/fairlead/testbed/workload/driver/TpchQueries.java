package org.fairlead.testbed.workload.driver;

import java.util.List;
import java.util.Map;

/**
 * TPC-H queries with the parameters that the standard uses for validation, and the tables that they read. Money is DOUBLE
 * instead of DECIMAL: the network is measured, and parsing decimals would keep the processors busy.
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
            "region",
            "r_regionkey BIGINT, r_name STRING, r_comment STRING");

    /** A query and the tables that it reads. */
    public record Query(List<String> tables, String sql) {}

    /** By name, {@code q1} and so on. */
    public static final Map<String, Query> QUERIES = Map.of(
            "q1",
            new Query(List.of("lineitem"), """
                    SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),
                      sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)),
                      avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*)
                    FROM lineitem WHERE l_shipdate <= date '1998-12-01' - interval '90' day
                    GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus"""),
            "q3",
            new Query(List.of("customer", "orders", "lineitem"), """
                    SELECT l_orderkey, sum(l_extendedprice * (1 - l_discount)) AS revenue, o_orderdate, o_shippriority
                    FROM customer, orders, lineitem
                    WHERE c_mktsegment = 'BUILDING' AND c_custkey = o_custkey AND l_orderkey = o_orderkey
                      AND o_orderdate < date '1995-03-15' AND l_shipdate > date '1995-03-15'
                    GROUP BY l_orderkey, o_orderdate, o_shippriority ORDER BY revenue DESC, o_orderdate LIMIT 10"""),
            "q5",
            new Query(List.of("customer", "orders", "lineitem", "supplier", "nation", "region"), """
                    SELECT n_name, sum(l_extendedprice * (1 - l_discount)) AS revenue
                    FROM customer, orders, lineitem, supplier, nation, region
                    WHERE c_custkey = o_custkey AND l_orderkey = o_orderkey AND l_suppkey = s_suppkey
                      AND c_nationkey = s_nationkey AND s_nationkey = n_nationkey AND n_regionkey = r_regionkey
                      AND r_name = 'ASIA' AND o_orderdate >= date '1994-01-01' AND o_orderdate < date '1995-01-01'
                    GROUP BY n_name ORDER BY revenue DESC"""),
            "q6",
            new Query(List.of("lineitem"), """
                    SELECT sum(l_extendedprice * l_discount) AS revenue FROM lineitem
                    WHERE l_shipdate >= date '1994-01-01' AND l_shipdate < date '1995-01-01'
                      AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24"""),
            "q12",
            new Query(List.of("orders", "lineitem"), """
                    SELECT l_shipmode,
                      sum(CASE WHEN o_orderpriority IN ('1-URGENT', '2-HIGH') THEN 1 ELSE 0 END),
                      sum(CASE WHEN o_orderpriority NOT IN ('1-URGENT', '2-HIGH') THEN 1 ELSE 0 END)
                    FROM orders, lineitem
                    WHERE o_orderkey = l_orderkey AND l_shipmode IN ('MAIL', 'SHIP') AND l_commitdate < l_receiptdate
                      AND l_shipdate < l_commitdate AND l_receiptdate >= date '1994-01-01'
                      AND l_receiptdate < date '1995-01-01'
                    GROUP BY l_shipmode ORDER BY l_shipmode"""),
            "q14",
            new Query(List.of("lineitem", "part"), """
                    SELECT 100.00 * sum(CASE WHEN p_type LIKE 'PROMO%' THEN l_extendedprice * (1 - l_discount) ELSE 0 END)
                      / sum(l_extendedprice * (1 - l_discount)) AS promo_revenue
                    FROM lineitem, part
                    WHERE l_partkey = p_partkey AND l_shipdate >= date '1995-09-01'
                      AND l_shipdate < date '1995-10-01'"""));

    private TpchQueries() {}
}
