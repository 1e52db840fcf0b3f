// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.fairlead.report.SeventeenDigits;
import org.fairlead.sim.jobs.outcome.JobsOutcome.Attempted;
import org.fairlead.sim.jobs.outcome.JobsOutcome.JobResult;

/** What every job did in every run, and every attempt where they were kept, as CSV; a value that is not there is an empty field. */
public final class JobsCsv {
    private static final String JOBS =
            "policies,seed,job,name,kind,pool,tasks,submit_s,finish_s,job_time_s,map_time_s,reduce_time_s,bytes_from_afar,"
                    + "bytes_in_time\n";
    private static final String TASKS = "policies,seed,job,stage,task,host,slot,reads_blocks,locality,launch_s,input_s,"
            + "finish_s,speculative,killed\n";

    private JobsCsv() {}

    /** A row for each contender, seed and job, in the order of the reports and of the workload. */
    public static void writeJobs(JobsReport report, OutputStream to) throws IOException {
        OutputStream out = new BufferedOutputStream(to, 1 << 16);
        out.write(JOBS.getBytes(StandardCharsets.UTF_8));
        for (PolicySummary contender : report.contenders()) {
            for (JobsRun run : contender.runs()) {
                for (int job = 0; job < run.jobs().size(); job++) {
                    JobResult each = run.jobs().get(job);
                    write(
                            out,
                            text(run.policies()),
                            String.valueOf(run.seed()),
                            String.valueOf(job),
                            text(each.name()),
                            text(each.kind()),
                            text(each.pool()),
                            String.valueOf(each.tasks()),
                            number(each.submitSeconds()),
                            number(each.finishSeconds()),
                            number(each.seconds()),
                            number(each.mapSeconds()),
                            number(each.reduceSeconds()),
                            number(each.farBytes()),
                            number(each.inTimeBytes()));
                }
            }
        }
        out.flush();
    }

    /** A row for each attempt of the runs that kept them. */
    public static void writeTasks(JobsReport report, OutputStream to) throws IOException {
        OutputStream out = new BufferedOutputStream(to, 1 << 16);
        out.write(TASKS.getBytes(StandardCharsets.UTF_8));
        List<String> hosts = report.setting().cluster().machineNames();
        for (PolicySummary contender : report.contenders()) {
            for (JobsRun run : contender.runs()) {
                for (Attempted each : run.tasks()) {
                    write(
                            out,
                            text(run.policies()),
                            String.valueOf(run.seed()),
                            String.valueOf(each.job()),
                            String.valueOf(each.stage()),
                            String.valueOf(each.task()),
                            text(hosts.get(each.host())),
                            String.valueOf(each.slot()),
                            String.valueOf(each.reads()),
                            each.locality().name().toLowerCase(Locale.ROOT),
                            number(each.launchSeconds()),
                            number(each.inputSeconds()),
                            number(each.finishSeconds()),
                            String.valueOf(each.speculative()),
                            String.valueOf(each.killed()));
                }
            }
        }
        out.flush();
    }

    private static void write(OutputStream out, String... fields) throws IOException {
        out.write((String.join(",", fields) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String number(double value) {
        return Double.isFinite(value) ? SeventeenDigits.shortText(value) : "";
    }

    /** In quotes where it needs them (RFC 4180). */
    private static String text(String value) {
        return value.matches("[^,\"\\r\\n]*") ? value : "\"" + value.replace("\"", "\"\"") + "\"";
    }
}
