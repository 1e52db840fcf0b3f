// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.fairlead.report.SeventeenDigits;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.flows.FlowOutcome;
import org.fairlead.sim.flows.FlowTable;

/**
 * {@code id,finish_s}: a row a flow, in the order of the table; seconds with 17 significant digits, {@code inf} for a flow that can never
 * end. A flow that had not ended when the run was stopped has no row.
 */
public final class FinishTimesCsv {
    private static final int PACE = 1 << 16;

    private FinishTimesCsv() {}

    /**
     * @param watcher is called with how many rows have been written; what it answers does not matter, since half a file helps nobody
     */
    public static void write(FlowTable flows, FlowOutcome outcome, OutputStream to, RunObserver watcher)
            throws IOException {
        OutputStream out = new BufferedOutputStream(to, 1 << 16);
        out.write("id,finish_s\n".getBytes(StandardCharsets.US_ASCII));
        byte[] row = new byte[SeventeenDigits.LONGEST + 2];
        boolean heard = true;
        for (int flow = 0; flow < flows.size(); flow++) {
            double finish = outcome.finishSeconds(flow);
            if (!Double.isNaN(finish)) {
                flows.writeId(flow, out);
                row[0] = ',';
                int end = SeventeenDigits.write(finish, row, 1);
                row[end] = '\n';
                out.write(row, 0, end + 1);
            }
            if (heard && flow % PACE == 0) {
                heard = watcher.goOn(flow, flows.size());
            }
        }
        out.flush();
    }
}
