// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;

/** Reads the line of a job. */
final class JobLine {
    private static final int MOST_TASKS = WorkloadRules.MOST_TASKS;
    private static final List<String> JOB = List.of("job", "kind", "application", "pool", "submit_s", "stages");
    private static final List<String> STAGE = List.of(
            "tasks",
            "input",
            "compute_s_per_byte",
            "compute_s",
            "compute_factors",
            "output",
            "parents",
            "hosts",
            "delays_s",
            "broadcast");

    private JobLine() {}

    static Job read(JsonValue line, WorkloadRules rules) {
        line.allow(JOB);
        List<Stage> stages = new ArrayList<>();
        for (JsonValue stage : line.required("stages").list(WorkloadRules.MOST_STAGES)) {
            stages.add(stage(stage));
        }
        Job job = new Job(
                line.required("job").text(),
                line.optional("kind").map(JsonValue::text).orElse("job"),
                line.optional("application").map(JsonValue::text).orElse(""),
                line.optional("pool").map(JsonValue::text).orElse("default"),
                line.required("submit_s").seconds(),
                stages);
        rules.add(job).ifPresent(problem -> {
            throw line.invalid(problem);
        });
        return job;
    }

    private static Stage stage(JsonValue stage) {
        stage.allow(STAGE);
        return new Stage(
                stage.required("tasks").integer(1, MOST_TASKS),
                stage.optional("input").map(JobLine::input).orElseGet(Input.None::new),
                stage.optional("compute_s_per_byte")
                        .map(each -> each.number(1e9))
                        .orElse(0.0),
                stage.optional("compute_s").map(JsonValue::seconds).orElse(0.0),
                stage.optional("output").map(JobLine::output).orElseGet(Output.None::new),
                list(stage, "parents", WorkloadRules.MOST_STAGES).stream()
                        .map(each -> each.integer(0, WorkloadRules.MOST_STAGES))
                        .toList(),
                list(stage, "hosts", MOST_TASKS).stream().map(JsonValue::text).toList(),
                list(stage, "delays_s", MOST_TASKS).stream()
                        .map(JsonValue::seconds)
                        .toList(),
                stage.optional("broadcast").map(JobLine::broadcast),
                list(stage, "compute_factors", MOST_TASKS).stream()
                        .map(each -> each.number(1e9))
                        .toList());
    }

    private static Stage.Broadcast broadcast(JsonValue broadcast) {
        broadcast.allow(List.of("bytes", "from"));
        return new Stage.Broadcast(
                broadcast.required("bytes").bytes(), broadcast.required("from").text());
    }

    private static List<JsonValue> list(JsonValue stage, String key, int most) {
        return stage.optional(key).map(value -> value.list(most)).orElse(List.of());
    }

    private static Input input(JsonValue input) {
        input.allow(List.of("blocks", "file", "shuffle"));
        if (input.has("blocks")) {
            only(input, "file", "shuffle");
            return new Input.Blocks(input.required("blocks").bytes());
        }
        if (input.has("file")) {
            only(input, "shuffle");
            return new Input.File(input.required("file").text());
        }
        return new Input.Shuffle(input.required("shuffle").list(MOST_TASKS).stream()
                .map(each -> each.number(1e18))
                .toList());
    }

    private static Output output(JsonValue output) {
        output.allow(List.of("shuffle", "files", "block_bytes", "replication"));
        if (output.has("shuffle")) {
            only(output, "files", "block_bytes", "replication");
            return new Output.Shuffle(output.required("shuffle").bytes());
        }
        return new Output.Files(
                output.required("files").bytes(),
                output.optional("block_bytes").map(JsonValue::bytes).orElse(0L),
                output.optional("replication")
                        .map(each -> each.integer(0, 1000))
                        .orElse(0));
    }

    private static void only(JsonValue value, String... others) {
        for (String other : others) {
            value.optional(other).ifPresent(present -> {
                throw present.invalid("stands beside another of its kind; one is accepted");
            });
        }
    }
}
