// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.explain;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.protocol.application.ApplicationVerdict;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.fairlead.protocol.application.DeclineReport;
import org.fairlead.protocol.application.LaunchReport;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.PredictedSaving;
import org.fairlead.protocol.application.Predictions;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.application.StageReport;

/** Takes what is asked for from a file of decisions; what is not asked for is not kept. */
public final class DecisionsOfFile {
    private final Question question;
    private final List<StageReport> stages = new ArrayList<>();
    private final Deque<LaunchReport> launches = new ArrayDeque<>();
    private final Deque<DeclineReport> declines = new ArrayDeque<>();
    private final StageReads reads = new StageReads();
    private final Map<List<String>, NicAllowance> allowances = new LinkedHashMap<>();
    private String application = "";
    private String mode = "";
    private PredictedSaving saving = PredictedSaving.NONE;
    private Predictions predictions = Predictions.NONE;
    private double taskSeconds;
    private PrefetchReport prefetch = PrefetchReport.NONE;
    private CopiesReport copies = CopiesReport.NONE;

    private DecisionsOfFile(Question question) {
        this.question = question;
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException if it is not a file of decisions */
    public static ExplanationReport read(Path file, Question question) {
        DecisionsOfFile found = new DecisionsOfFile(question);
        DecisionsReader.read(file, found::take);
        return found.explanation();
    }

    private void take(DecisionLine line) {
        if (line.application() != null) {
            application = line.application().id();
        }
        StageReport stage = line.stage();
        if (stage != null) {
            mode = stage.mode().isEmpty() ? mode : stage.mode();
            saving = saving.and(stage.saving());
            predictions = predictions.and(stage.predictions());
            taskSeconds += stage.taskSeconds();
        }
        if (stage != null && question.isAbout(stage.stage(), stage.attempt())) {
            stages.add(stage);
        }
        if (line.reads() != null
                && question.isAbout(line.reads().stage(), line.reads().attempt())) {
            reads.add(line.reads());
        }
        if (line.allowance() != null) {
            NicAllowance now = line.allowance();
            allowances.merge(
                    List.of(now.host(), now.device(), now.counter()),
                    now,
                    (before, after) -> after.packets() > before.packets() ? after : before);
        }
        if (line.prefetch() != null) {
            prefetch = line.prefetch();
        }
        if (line.copies() != null) {
            copies = line.copies();
        }
        if (line.launch() != null && question.isAbout(line.launch())) {
            keep(launches, line.launch());
        }
        if (line.decline() != null && question.isAbout(line.decline())) {
            keep(declines, line.decline());
        }
    }

    private <T> void keep(Deque<T> newest, T one) {
        newest.addFirst(one);
        if (newest.size() > question.last()) {
            newest.removeLast();
        }
    }

    /** The file is in the order of ends. */
    private ExplanationReport explanation() {
        List<LaunchReport> byLaunch = new ArrayList<>(launches);
        byLaunch.sort(Comparator.comparingLong(LaunchReport::taskId).reversed());
        List<DeclineReport> bySince = new ArrayList<>(declines);
        bySince.sort(Comparator.comparingLong(DeclineReport::sinceMillis).reversed());
        List<StageReport> newest = new ArrayList<>();
        stages.forEach(stage -> newest.add(stage.with(reads.of(stage.stage(), stage.attempt()))));
        newest.sort(Comparator.comparingInt(StageReport::stage)
                .thenComparingInt(StageReport::attempt)
                .reversed());
        return new ExplanationReport(
                application,
                ApplicationVerdict.of(mode, null, saving, predictions, taskSeconds),
                newest,
                byLaunch,
                bySince,
                List.copyOf(allowances.values()),
                prefetch,
                copies);
    }
}
