// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Collects what a log tells of one attempt of a stage. */
final class StageBuilder {
    private static final int LONGEST_NAME = 300;
    private static final int MOST_PARENTS = 10_000;

    private final int id;
    private final int attempt;
    private final TaskTable tasks = new TaskTable();
    private String name = "";
    private int planned;
    private List<Integer> parents = List.of();
    private int dataSet = -1;
    private long submitted = -1;
    private long completed = -1;
    private boolean python;

    StageBuilder(int id, int attempt) {
        this.id = id;
        this.attempt = attempt;
    }

    boolean ran() {
        return tasks.size() > 0;
    }

    /** @param info as the log has it of the stage's submission, and again of its completion */
    void describe(JsonNode info, int makes) {
        String whole = info.path("Stage Name").asText(name);
        name = whole.substring(0, Math.min(whole.length(), LONGEST_NAME));
        planned = Math.max(0, info.path("Number of Tasks").asInt(planned));
        List<Integer> named = new ArrayList<>();
        for (JsonNode parent : info.path("Parent IDs")) {
            if (named.size() < MOST_PARENTS) {
                named.add(parent.asInt(-1));
            }
        }
        parents = List.copyOf(named);
        dataSet = makes >= 0 ? makes : dataSet;
        long time = info.path("Submission Time").asLong();
        submitted = time > 0 ? time : submitted;
        time = info.path("Completion Time").asLong();
        completed = time > 0 ? time : completed;
        for (JsonNode made : info.path("RDD Info")) {
            python |= made.path("Name").asText().contains("Python");
        }
    }

    void add(Task task, JsonNode accumulables) {
        if (!python && tasks.size() == 0) {
            for (JsonNode each : accumulables) {
                python |= each.path("Name").asText().contains("Python");
            }
        }
        tasks.add(task);
    }

    StageLog stage() {
        return new StageLog(id, attempt, name, planned, parents, dataSet, submitted, completed, python, tasks);
    }
}
