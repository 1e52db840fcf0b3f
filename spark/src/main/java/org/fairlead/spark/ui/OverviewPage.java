// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.ui.SparkUITab;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.protocol.application.ApplicationReport;
import org.fairlead.protocol.application.ApplicationVerdict;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.report.Amounts;
import org.fairlead.spark.record.Records;
import org.json4s.JValue;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/** The application: what is in force, what the canary measured, where task time went, what was fetched ahead and copied, a line for each stage. JSON takes {@code last}, decisions to be listed. */
final class OverviewPage extends ReportPage {
    private static final int MOST_DECISIONS = 10_000;
    private static final int STAGES_SHOWN = 200;

    private final Records records;
    private final Supplier<Records.About> about;

    OverviewPage(SparkUITab tab, Records records, Supplier<Records.About> about) {
        super(tab, "");
        this.records = records;
        this.about = about;
    }

    @Override
    public JValue renderJson(HttpServletRequest request) {
        return json(records.report(about.get(), number(request, "last", 0, MOST_DECISIONS)));
    }

    @Override
    public Seq<Node> render(HttpServletRequest request) {
        ApplicationReport report = records.report(about.get(), 0);
        Html html = new Html();
        verdict(html, report.verdict());
        facts(html, report);
        if (report.mode().equals("canary") || report.canary().taskSeconds().stagesOurs() > 0) {
            CanaryTable.write(html, report.canary());
        }
        TimeTable.write(html, report.stages());
        PrefetchTable.write(html, report.prefetch());
        CopiesTable.write(html, report.copies());
        stages(html, report, request);
        return inFrame(request, "Fairlead", html);
    }

    private static void verdict(Html html, ApplicationVerdict verdict) {
        html.add("<div class=\"verdict\"><p>").text(verdict.headline()).add("</p>");
        if (!verdict.known().isEmpty()) {
            html.add("<p class=\"note\">").text(verdict.known()).add("</p>");
        }
        html.add("</div>");
    }

    private static void facts(Html html, ApplicationReport report) {
        long launches = 0;
        long planned = 0;
        long declined = 0;
        double free = 0;
        for (StageReport stage : report.stages()) {
            launches += FigureText.launches(stage);
            planned += FigureText.planned(stage);
            declined += stage.declines().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            free += stage.freeSeconds();
        }
        html.add("<dl class=\"facts\">");
        boolean canary = report.mode().equals("canary");
        html.fact("mode", report.mode(), canary ? Amounts.percent(report.canaryShare()) + " of the stages" : "");
        html.fact("policy", report.policy(), "");
        html.fact(
                "launched as planned",
                launches == 0 ? "–" : Amounts.percent((double) planned / launches),
                planned + " of " + launches + " tasks");
        html.fact("slots left free", Amounts.text(free, "s"), declined + " offers declined");
        memory(html, report.memory().values());
        allowances(html, report.allowances());
        html.add("</dl>");
    }

    private static void allowances(Html html, List<NicAllowance> allowances) {
        if (!allowances.isEmpty()) {
            NicAllowance first = allowances.get(0);
            html.fact(
                    "held back by the cloud",
                    first.host() + ": " + first.packets() + " packets",
                    first.device() + ", " + first.counter()
                            + (allowances.size() > 1 ? "; and " + (allowances.size() - 1) + " more" : ""));
        }
    }

    private static void memory(Html html, Collection<ExecutorMemory> executors) {
        if (!executors.isEmpty()) {
            long pool = executors.stream().mapToLong(ExecutorMemory::poolBytes).sum();
            long free = executors.stream().mapToLong(ExecutorMemory::freeBytes).sum();
            html.fact(
                    "memory for blocks and shuffles",
                    Amounts.text((double) free, "bytes") + " free",
                    "of " + Amounts.text((double) pool, "bytes") + " on " + executors.size()
                            + (executors.size() == 1 ? " executor" : " executors"));
        }
    }

    private static void stages(Html html, ApplicationReport report, HttpServletRequest request) {
        html.add("<h4>Stages</h4>");
        if (report.stages().isEmpty()) {
            html.add("<p class=\"note\">None yet.</p>");
            return;
        }
        BytesBar.legend(html);
        html.add(
                "<p class=\"note\">saves: predicted, of the tasks' time, against stock's choices; off by: predictions, a task's mean"
                        + " error, and its share of the time where tasks took a second or more</p>");
        html.add("<table>")
                .head(
                        "stage",
                        "",
                        "mode",
                        "#tasks",
                        "as planned",
                        "locality",
                        "read",
                        "left free",
                        "#task, mean",
                        "#longest",
                        "#saves",
                        "#off by",
                        "#stage")
                .add("<tbody>");
        report.stages().stream().limit(STAGES_SHOWN).forEach(stage -> row(html, stage, report.timeMillis(), request));
        html.add("</tbody></table>");
        if (report.stages().size() > STAGES_SHOWN) {
            html.add("<p class=\"note\">and %d older ones</p>", report.stages().size() - STAGES_SHOWN);
        }
    }

    private static void row(Html html, StageReport stage, long nowMillis, HttpServletRequest request) {
        html.add("<tr><td class=\"t\"><a href=\"")
                .add(link(request, "/fairlead/stage/?id=" + stage.stage() + "&attempt=" + stage.attempt()))
                .add("\">")
                .text(stage.label())
                .add("</a></td>");
        boolean pooled = !stage.pool().isEmpty() && !stage.pool().equals("default");
        String name = stage.name() + (pooled ? ", pool " + stage.pool() : "");
        html.add("<td class=\"name\" title=\"").text(name).add("\">").text(name).add("</td>");
        html.cell("t", FigureText.mode(stage));
        html.cell(
                "n",
                stage.endedWell() + "/" + stage.tasks()
                        + (stage.failed() > 0 ? ", " + stage.failed() + " failed" : ""));
        html.add("<td class=\"t\">");
        planned(html, stage);
        html.add("</td>").cell("t", FigureText.localities(stage.localities()));
        html.add("<td class=\"t\">");
        BytesBar.write(html, stage.bytes(), stage.completedMillis() > 0);
        html.add("</td><td>");
        if (stage.declines().isEmpty()) {
            html.add("<span class=\"soft\">–</span>");
        } else {
            html.text(Amounts.text(stage.freeSeconds(), "s") + " ")
                    .add("<small>")
                    .text(FigureText.causes(stage.declines()))
                    .add("</small>");
        }
        html.add("</td>");
        html.cell("n", FigureText.seconds(stage.meanTaskSeconds()));
        html.cell("n", FigureText.seconds(stage.longestTaskSeconds()));
        html.cell("n", FigureText.saving(stage.saving()));
        html.cell("n", stage.predictions().shortWords());
        html.cell(
                "n",
                Amounts.text(FigureText.wallSeconds(stage, nowMillis), "s")
                        + (stage.completedMillis() > 0 ? "" : " so far"));
        html.add("</tr>");
    }

    private static void planned(Html html, StageReport stage) {
        long launches = FigureText.launches(stage);
        if (launches == 0) {
            html.add("<span class=\"soft\">–</span>");
            return;
        }
        double share = (double) FigureText.planned(stage) / launches;
        FigureText.bar(html, share);
        html.text(Amounts.percent(share));
    }
}
