// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.util.Optional;
import org.fairlead.core.task.Locality;
import org.fairlead.report.Amounts;
import org.fairlead.report.Statistics;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;
import org.fairlead.report.statistics.Interval;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.LeadCause;
import org.fairlead.sim.jobs.outcome.RequestCounts;
import org.fairlead.sim.jobs.outcome.RequestEnd;

/** The report of jobs for a terminal. */
public final class JobsTable {
    private static final int WIDTH = 100;
    static final int NAME = 26;
    private static final TextColumns TIMES = new TextColumns(-NAME, 11, 11, 11, 11, 10, 16);
    private static final TextColumns LEADS = new TextColumns(-NAME, 10, 8, 8, 8, 8, 8, 10, 8);
    private static final TextColumns FETCHED = new TextColumns(-NAME, 12, 12, 12, 12, 12, 12);
    private static final TextColumns REQUESTS = new TextColumns(-NAME, 10, 8, 8, 11, 11, 11, 11);
    private static final TextColumns DECISIONS = new TextColumns(-NAME, 8, 8, 12, 13, 9, 12, 11);

    private JobsTable() {}

    public static String text(JobsReport report) {
        TextLines lines = new TextLines(WIDTH);
        lines.wrapped("", report.setting().text() + ".");
        times(report, lines);
        decisions(report, lines);
        leads(report, lines);
        fetched(report, lines);
        requests(report, lines);
        ExchangeTable.write(report, lines);
        notes(report, lines);
        return lines.text();
    }

    private static void times(JobsReport report, TextLines lines) {
        lines.section("Time of a job in seconds, over all seeds; less is better");
        lines.row(TIMES.row("", "mean", "median", "p95", "makespan", "ratio", "95 % interval"));
        for (PolicySummary each : report.contenders()) {
            Statistics time = each.jobTime();
            lines.row(TIMES.row(
                    name(lines, each),
                    Amounts.digitsOrDash(time.mean()),
                    Amounts.digitsOrDash(time.p50()),
                    Amounts.digitsOrDash(time.p95()),
                    Amounts.digitsOrDash(each.times().get(JobMetric.MAKESPAN).mean()),
                    ratio(report, each),
                    interval(report, each)));
        }
    }

    private static String ratio(JobsReport report, PolicySummary each) {
        if (each.name().equals(report.baseline())) {
            return "baseline";
        }
        return paired(report, each).map(paired -> Amounts.ratio(paired.ratio())).orElse("-");
    }

    private static String interval(JobsReport report, PolicySummary each) {
        return paired(report, each)
                .flatMap(Ratio::interval)
                .map(ends -> Amounts.interval(ends.low(), ends.high()))
                .orElse("");
    }

    private static Optional<Ratio> paired(JobsReport report, PolicySummary each) {
        return report.comparison(JobMetric.JOB_TIME, each.name()).map(JobsComparison::paired);
    }

    private static void decisions(JobsReport report, TextLines lines) {
        lines.section("What policies did, a run in the mean");
        lines.row(DECISIONS.row("", "local", "rack", "declines", "speculative", "(first)", "block write", "imbalance"));
        for (PolicySummary each : report.contenders()) {
            lines.row(DECISIONS.row(
                    name(lines, each),
                    percent(each.launchShare(Locality.HOST)),
                    percent(each.launchShare(Locality.RACK)),
                    count(each.declinesPerRun()),
                    count(each.perRun((double) each.counts().speculative())),
                    count(each.perRun((double) each.counts().speculativeWon())),
                    seconds(each.times().get(JobMetric.BLOCK_WRITE_TIME).mean()),
                    Double.isFinite(each.storageBalance()) ? Amounts.digits(100 * each.storageBalance()) + " %" : "-"));
        }
    }

    /** Left out where nobody read anything from afar. */
    private static void leads(JobsReport report, TextLines lines) {
        if (report.contenders().stream().noneMatch(each -> each.leads().remoteBytes() > 0)) {
            return;
        }
        lines.section("What could be fetched ahead, of what tasks read from other hosts");
        lines.row(LEADS.row("", "from afar", "in time", "wave", "queue", "parents", "offer", "too short", "no lead"));
        for (PolicySummary each : report.contenders()) {
            lines.row(LEADS.row(
                    name(lines, each),
                    bytes(each.perRun(each.leads().remoteBytes())),
                    percent(each.ofFar(each.leads().allInTime())),
                    inTime(each, LeadCause.LATER_WAVE),
                    inTime(each, LeadCause.QUEUE),
                    inTime(each, LeadCause.PARENTS),
                    inTime(each, LeadCause.OFFER),
                    percent(each.ofFar(each.leads().tooShort())),
                    percent(each.ofFar(each.leads().noLead()))));
        }
        lines.blank();
        lines.wrapped(
                "",
                "in time: bytes that fit into what the path had left from when they were known until their task was launched, by why"
                        + " the task came later: its slot was had by its own stage (wave) or by another (queue), its stage's parents"
                        + " ran, or it waited for an offer; an upper bound of what anybody could fetch ahead.");
    }

    /** Left out where nothing was asked for or kept. */
    private static void fetched(JobsReport report, TextLines lines) {
        if (report.contenders().stream().allMatch(each -> each.fetched().equals(FetchedBytes.NOTHING))) {
            return;
        }
        lines.section("What was fetched ahead, bytes of a run in the mean");
        lines.row(FETCHED.row("", "fetched", "in time", "late", "wasted", "cancelled", "kept"));
        for (PolicySummary each : report.contenders()) {
            FetchedBytes bytes = each.fetched();
            lines.row(FETCHED.row(
                    name(lines, each),
                    bytes(each.perRun(bytes.fetched())),
                    bytes(each.perRun(bytes.inTime())),
                    bytes(each.perRun(bytes.late())),
                    bytes(each.perRun(bytes.wasted())),
                    bytes(each.perRun(bytes.cancelled())),
                    bytes(each.perRun(bytes.kept()))));
        }
        lines.blank();
        lines.wrapped(
                "",
                "in time: there when its task began to read; late: came while the task waited; wasted: read by nobody; cancelled:"
                        + " asked for and not fetched; kept: not fetched ahead, but still in memory since its host had read it before.");
    }

    /** Left out where nothing was asked for. */
    private static void requests(JobsReport report, TextLines lines) {
        if (report.contenders().stream().allMatch(each -> each.requests().all() == 0)) {
            return;
        }
        lines.section("Whether tasks ran where their input was asked for ahead, requests of a run in the mean");
        lines.row(REQUESTS.row("", "requests", "right", "read", "elsewhere", "changed", "regretted", "other"));
        for (PolicySummary each : report.contenders()) {
            RequestCounts counts = each.requests();
            long named = counts.requests(RequestEnd.READ)
                    + counts.requests(RequestEnd.ELSEWHERE)
                    + counts.requests(RequestEnd.CHANGED)
                    + counts.requests(RequestEnd.REGRETTED);
            lines.row(REQUESTS.row(
                    name(lines, each),
                    perRun(each, counts.all()),
                    percent(counts.rightShare()),
                    requests(each, RequestEnd.READ),
                    requests(each, RequestEnd.ELSEWHERE),
                    requests(each, RequestEnd.CHANGED),
                    requests(each, RequestEnd.REGRETTED),
                    perRun(each, counts.all() - named)));
        }
        lines.blank();
        lines.wrapped(
                "",
                "right: share whose task was launched there; read: there, and it read what had come; elsewhere: launched on another host;"
                        + " changed: no longer asked for before the launch; regretted: the same, but then it was launched there all the same.");
    }

    private static String perRun(PolicySummary each, long sum) {
        return Amounts.digitsOrDash(each.perRun((double) sum));
    }

    private static String requests(PolicySummary each, RequestEnd end) {
        return perRun(each, each.requests().requests(end));
    }

    private static String inTime(PolicySummary each, LeadCause cause) {
        return percent(each.ofFar(each.leads().inTime(cause)));
    }

    private static void notes(JobsReport report, TextLines lines) {
        lines.blank();
        lines.wrapped(
                "",
                "ratio: " + report.baseline()
                        + " over the contender, mean job time, paired by seed; above 1 the contender takes less time,"
                        + " and an interval that holds 1 shows no clear difference"
                        + (report.setting().seeds() < Interval.FEWEST
                                ? "; there is none below " + Interval.FEWEST + " seeds"
                                : "")
                        + ". local, rack: tasks that read blocks, launched on a host or in a rack that holds them. imbalance: standard"
                        + " deviation of replicas per machine over their mean.");
        for (PolicySummary each : report.contenders()) {
            if (each.partial() || each.runs().size() < report.setting().seeds()) {
                lines.wrapped("", "* " + each.name() + ": " + partial(report, each));
            }
        }
    }

    private static String partial(JobsReport report, PolicySummary each) {
        long whole = each.runs().stream()
                .filter(run -> run.counts(report.setting().jobs()))
                .count();
        String all = JobsSetting.counted(report.setting().seeds(), "run");
        return whole == 0
                ? "in none of " + all + " every job ended; the figures are of the "
                        + JobsSetting.counted(each.finished(), "job") + " that did"
                : "every job ended in " + whole + " of " + all + "; the figures are of these";
    }

    /** A name that is longer than its column gets a line of its own. */
    static String name(TextLines lines, PolicySummary each) {
        String name = each.name() + (each.partial() || each.runs().isEmpty() ? " *" : "");
        if (name.length() < NAME) {
            return name;
        }
        lines.row(name);
        return "";
    }

    private static String percent(double share) {
        return Double.isFinite(share) ? Amounts.percent(share) : "-";
    }

    static String bytes(double value) {
        return Double.isFinite(value) ? Amounts.text(value, "bytes") : "-";
    }

    static String seconds(double value) {
        return Double.isFinite(value) ? Amounts.text(value, "s") : "-";
    }

    private static String count(double value) {
        return Double.isFinite(value) ? String.valueOf(Math.round(value)) : "-";
    }
}
