// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.List;
import org.apache.spark.sql.Row;

/**
 * What a job gave.
 *
 * @param rows of its result, or that went through it
 * @param digested what its digest is made of
 */
record DriverAnswer(long rows, List<Row> digested) {
    static DriverAnswer of(List<Row> result) {
        return new DriverAnswer(result.size(), result);
    }
}
