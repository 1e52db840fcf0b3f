// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import org.fairlead.report.Amounts;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;
import org.fairlead.sim.jobs.outcome.ExchangeCounts;

/** Where exchanges had the blocks of shuffles, for a terminal. */
final class ExchangeTable {
    private static final TextColumns COLUMNS = new TextColumns(-JobsTable.NAME, 10, 8, 11, 11, 11, 11, 11);

    private ExchangeTable() {}

    /** Left out where no exchange was planned. */
    static void write(JobsReport report, TextLines lines) {
        if (report.contenders().stream().allMatch(each -> each.exchanges().equals(ExchangeCounts.NONE))) {
            return;
        }
        lines.section("Where blocks of shuffles lay until they were read, bytes of a run in the mean");
        lines.row(COLUMNS.row("", "exchanged", "stock", "owner", "sender", "third", "disk", "store"));
        for (PolicySummary each : report.contenders()) {
            ExchangeCounts counts = each.exchanges();
            lines.row(COLUMNS.row(
                    JobsTable.name(lines, each),
                    Amounts.digitsOrDash(each.perRun((double) counts.planned())),
                    Amounts.digitsOrDash(each.perRun((double) counts.leftToStock())),
                    JobsTable.bytes(each.perRun(counts.ownersMemory())),
                    JobsTable.bytes(each.perRun(counts.sendersMemory())),
                    JobsTable.bytes(each.perRun(counts.othersMemory())),
                    JobsTable.bytes(each.perRun(counts.disks())),
                    JobsTable.bytes(each.perRun(counts.store()))));
        }
        lines.blank();
        lines.wrapped(
                "",
                "exchanged: shuffles that were; stock: shuffles of which the plan stepped aside; owner, sender, third: in the memory of the host that"
                        + " reads a block, of the one that made it, of another one.");
    }
}
