// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.ContenderPair;
import org.fairlead.testbed.results.LinkSeries;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;
import org.fairlead.testbed.results.WorkSpan;

/** A run in which every name tries to become markup, a script or a control sequence. */
final class HostileRun {
    static final String EVIL =
            "</script><script>evil()</script><img src=x onerror=evil()>\u2028{{data}}$1\u001b[31m\"'&";

    private static final ContenderPair HOSTILE = new ContenderPair("other" + EVIL, "third" + EVIL);

    private HostileRun() {}

    static RunRecord run() {
        List<RoundRecord> rounds = new ArrayList<>();
        for (int repetition = 1; repetition <= 3; repetition++) {
            for (String contender : List.of("base" + EVIL, "other" + EVIL, "third" + EVIL)) {
                double time = contender.startsWith("base") ? 2 + repetition : 1 + repetition;
                rounds.add(new RoundRecord(
                        repetition,
                        1,
                        contender,
                        repetition == 3 ? EVIL : "",
                        repetition,
                        3,
                        0.5,
                        false,
                        List.of(
                                new MeasuredSample("query_time", "s", time, EVIL, EVIL),
                                new MeasuredSample(EVIL, EVIL, time, EVIL, EVIL)),
                        List.of(new WorkSpan(EVIL, EVIL, EVIL, 0, 2)),
                        List.of(new LinkSeries(EVIL, 100, List.of(10.0, 120.0))),
                        List.of(new Check(EVIL, false, EVIL))));
            }
        }
        Map<String, Object> scenario = new LinkedHashMap<>();
        scenario.put("name", EVIL);
        scenario.put("queueing", EVIL);
        scenario.put("command", EVIL);
        scenario.put(EVIL, List.of(EVIL));
        return Comparisons.record(
                EVIL,
                EVIL,
                scenario,
                Map.of(EVIL, EVIL),
                new Comparisons.Roles("base" + EVIL, "", "", "", List.of(HOSTILE)),
                List.of("base" + EVIL, "other" + EVIL, "third" + EVIL),
                rounds);
    }
}
