// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.slow.SlowPart;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.HostChoice;
import org.fairlead.testbed.workload.InputStore;
import org.fairlead.testbed.workload.SkewedRows;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepNeeds;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.DriverRequest;
import org.fairlead.testbed.workload.driver.SkewedOperation;

/** The same work for each application: few rows sorted while nothing is wrong, then many, several times, under the cause. */
final class CausedWork implements WorkloadStep {
    static final long BLOCK_BYTES = 384 << 10;
    /** Of the rows that are sorted. */
    static final long BYTES = 36L << 20;
    /** No row is longer. */
    static final long MOST_ROW_BYTES = 1 << 10;

    private static final long WARM_UP_BYTES = 9L << 20;
    private static final String WARM_UP = "warm-up";
    private static final int KEYS = 2_000;
    private static final int PAYLOAD_BYTES = 200;
    private static final int PASSES = 2;

    private final GeneratedInput input;
    private CausePlanter planter;
    private HiddenCause cause;

    /** @param kinds of causes that there are */
    CausedWork(List<CauseKind> kinds) {
        input = input(kinds.contains(CauseKind.SKEW));
    }

    private static GeneratedInput input(boolean skewed) {
        Map<String, SkewedRows> rows = new LinkedHashMap<>();
        rows.put(WARM_UP, new SkewedRows(0, KEYS, PAYLOAD_BYTES, WARM_UP_BYTES));
        rows.put(text(0), new SkewedRows(0, KEYS, PAYLOAD_BYTES, BYTES));
        for (double exponent = CauseKind.SKEW.least(); skewed && exponent <= CauseKind.SKEW.most(); exponent += 0.5) {
            rows.put(text(exponent), new SkewedRows(exponent, KEYS, PAYLOAD_BYTES, BYTES));
        }
        return new GeneratedInput(
                "rows",
                List.of(),
                0,
                Map.of(),
                rows,
                // A host without a DataNode: its blocks go anywhere.
                new HostChoice.Named(List.of("driver")),
                BLOCK_BYTES,
                1,
                true,
                InputStore.HDFS);
    }

    /** What the rows of an exponent are called. */
    private static String text(double exponent) {
        return "exponent-" + BigDecimal.valueOf(Math.round(10 * exponent), 1).toPlainString();
    }

    void on(CausePlanter aPlanter) {
        planter = aPlanter;
    }

    /** Why the next application is slow. */
    void next(HiddenCause ofNext) {
        cause = ofNext;
    }

    private String text() {
        return text(cause.kind() == CauseKind.SKEW ? cause.degree() : 0);
    }

    private static String pass(int number) {
        return "pass-" + number;
    }

    @Override
    public StepKind kind() {
        return StepKind.SKEWED;
    }

    @Override
    public StepNeeds needs() {
        return StepNeeds.jobs(Set.of(""), input, 0);
    }

    @Override
    public void run(StepRun run, Random random) {
        Map<String, String> uris = run.put();
        try {
            SlowPart own = planter.ownProcessors();
            try {
                sort(run, WARM_UP, uris.get(WARM_UP));
                sortUnderCause(run, uris.get(text()));
            } finally {
                own.close();
            }
        } catch (IOException e) {
            throw new ClusterException("the cause of run " + cause.run() + " cannot be made: " + e.getMessage(), e);
        }
    }

    private void sortUnderCause(StepRun run, String uri) throws IOException {
        SlowPart planted = planter.plant(cause);
        try {
            for (int i = 1; i <= PASSES; i++) {
                planter.forgetCached();
                sort(run, pass(i), uri);
            }
        } finally {
            planted.close();
        }
    }

    private static void sort(StepRun run, String name, String uri) {
        run.spark("operation_time", name, List.of(DriverRequest.Job.skewed(name, SkewedOperation.SORT, uri, KEYS)));
    }

    @Override
    public List<Check> verify(StepRun run) {
        List<Check> checks = new ArrayList<>();
        checks.add(run.keepsEveryRow(WARM_UP, WARM_UP, input.rows().get(WARM_UP).lineBytes()));
        for (int i = 1; i <= PASSES; i++) {
            checks.add(
                    run.keepsEveryRow(pass(i), text(), input.rows().get(text()).lineBytes()));
        }
        return checks;
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.unknown(kind());
    }
}
