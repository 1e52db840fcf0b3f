// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.chaos.check.RuleVerdict;

/** What came of a run, for people and for programs. */
final class ChaosReport {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final int SHOWN = 5;

    private ChaosReport() {}

    static void write(ChaosOptions options, FaultPlan plan, List<RuleVerdict> verdicts, Path file) throws IOException {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("passed", verdicts.stream().allMatch(RuleVerdict::holds));
        report.put("seed", options.seed());
        report.put("topology", options.topology().name());
        report.put("contender", options.contender().name());
        report.put("replay", options.replay());
        report.put("verdicts", verdicts);
        report.put("plan", plan.steps());
        Files.writeString(file, JSON.writeValueAsString(report) + "\n");
    }

    static String table(ChaosOptions options, List<RuleVerdict> verdicts) {
        int width = verdicts.stream()
                .mapToInt(verdict -> verdict.rule().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        for (RuleVerdict verdict : verdicts) {
            text.append(("%-5s %-" + width + "s  %s%n")
                    .formatted(verdict.holds() ? "ok" : "FAILS", verdict.rule(), verdict.judged()));
            verdict.violations().stream().limit(SHOWN).forEach(violation -> text.append("        ")
                    .append(violation)
                    .append('\n'));
            if (verdict.violations().size() > SHOWN) {
                text.append("        and ")
                        .append(verdict.violations().size() - SHOWN)
                        .append(" more: report.json\n");
            }
        }
        boolean passed = verdicts.stream().allMatch(RuleVerdict::holds);
        text.append(passed ? "passed" : "failed")
                .append("; again with the same faults: ")
                .append(options.replay());
        text.append("\nhistory and report: ").append(options.out());
        return text.toString();
    }
}
