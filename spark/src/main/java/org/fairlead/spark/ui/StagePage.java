// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.ui.SparkUITab;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.report.Amounts;
import org.fairlead.spark.record.Records;
import org.json4s.JValue;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/** One stage: its tasks over time by host with what was declined, the network meanwhile, the decisions. Parameters: {@code id}, {@code attempt}. */
final class StagePage extends ReportPage {
    private final Records records;
    private final TimeSource time;
    private final Supplier<Records.About> about;

    StagePage(SparkUITab tab, Records records, TimeSource time, Supplier<Records.About> about) {
        super(tab, "stage");
        this.records = records;
        this.time = time;
        this.about = about;
    }

    @Override
    public JValue renderJson(HttpServletRequest request) {
        return json(detail(request));
    }

    private StageDetail detail(HttpServletRequest request) {
        int stage = number(request, "id", 0, Integer.MAX_VALUE);
        int attempt = number(request, "attempt", 0, Integer.MAX_VALUE);
        return records.detail(about.get().id(), stage, attempt)
                .orElseThrow(() -> new IllegalArgumentException(
                        "stage " + stage + ", attempt " + attempt + " is not known, or no longer"));
    }

    @Override
    public Seq<Node> render(HttpServletRequest request) {
        StageDetail detail = detail(request);
        StageReport stage = detail.stage();
        Html html = new Html();
        long nowMillis = time.currentTimeMillis();
        facts(html, stage, nowMillis, request);
        TimeAxis axis = TimeAxis.of(detail, nowMillis);
        Timeline.write(html, detail, axis);
        LinkChart.write(html, detail, axis);
        TimeTable.write(html, List.of(stage));
        SourceTable.write(html, stage.sources());
        DecisionTables.write(html, detail);
        return inFrame(request, "Stage " + stage.label() + ": placing of tasks", html);
    }

    private static void facts(Html html, StageReport stage, long nowMillis, HttpServletRequest request) {
        html.add("<p>")
                .text(stage.name())
                .add(" <span class=\"soft\">· <a href=\"")
                .add(link(request, "/fairlead/"))
                .add("\">all stages</a> · <a href=\"")
                .add(link(request, "/stages/stage/?id=" + stage.stage() + "&attempt=" + stage.attempt()))
                .add("\">Spark's page of it</a></span></p>");
        long launches = FigureText.launches(stage);
        long planned = FigureText.planned(stage);
        html.add("<dl class=\"facts\">");
        html.fact("mode", FigureText.mode(stage), stage.pool().isEmpty() ? "" : "pool " + stage.pool());
        html.fact(
                "tasks ended",
                stage.endedWell() + " of " + stage.tasks(),
                stage.failed() > 0 ? stage.failed() + " failed" : "");
        html.fact("launched as planned", planned + " of " + launches, "");
        html.fact("locality", stage.localities().isEmpty() ? "–" : FigureText.localities(stage.localities()), "");
        html.fact("slots left free", Amounts.text(stage.freeSeconds(), "s"), FigureText.causes(stage.declines()));
        html.fact(
                "time of a task",
                FigureText.seconds(stage.meanTaskSeconds()),
                "longest " + FigureText.seconds(stage.longestTaskSeconds()));
        html.fact(
                "waited for a slot",
                stage.endedWell() == 0 ? "–" : Amounts.text(stage.time().slotWait() / stage.endedWell(), "s"),
                "on average, since the stage was submitted");
        html.fact("predictions off by", stage.predictions().words(), "a task, weighted by time");
        html.fact("against stock", FigureText.saving(stage.saving()), "predicted");
        html.fact(
                "stage",
                Amounts.text(FigureText.wallSeconds(stage, nowMillis), "s"),
                stage.completedMillis() > 0 ? "" : "so far");
        html.add("<div><dt>read</dt><dd>");
        BytesBar.write(html, stage.bytes(), stage.completedMillis() > 0);
        html.add("</dd></div></dl>");
    }
}
