// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload.StoredFile;

/** Writes the lines that {@link WorkloadFile} reads; what is as when left out, is left out. */
final class WorkloadText {
    private WorkloadText() {}

    static void write(Workload workload, OutputStream to) throws IOException {
        Writer out = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8), 1 << 16);
        out.write("{\"fairlead-workload\":" + WorkloadFile.VERSION + ",\"name\":" + quoted(workload.name()));
        if (!workload.files().isEmpty()) {
            out.write(",\"files\":" + list(workload.files(), WorkloadText::text));
        }
        out.write("}\n");
        for (Job job : workload.jobs()) {
            out.write("{\"job\":" + quoted(job.name()) + ",\"kind\":" + quoted(job.kind())
                    + (job.application().isEmpty() ? "" : ",\"application\":" + quoted(job.application()))
                    + ",\"pool\":" + quoted(job.pool()) + ",\"submit_s\":" + ShortestNumber.text(job.submitSeconds())
                    + ",\"stages\":"
                    + list(job.stages(), WorkloadText::text) + "}\n");
        }
        out.flush();
    }

    private static String text(StoredFile file) {
        return "{\"name\":" + quoted(file.name()) + ",\"bytes\":" + file.bytes()
                + some("block_bytes", file.blockBytes()) + some("replication", file.replication())
                + (file.writers().isEmpty() ? "" : ",\"writers\":" + list(file.writers(), WorkloadText::quoted)) + "}";
    }

    private static String text(Stage stage) {
        StringBuilder text = new StringBuilder("{\"tasks\":").append(stage.tasks());
        text.append(text(stage.input()));
        if (stage.computeSecondsPerByte() > 0) {
            text.append(",\"compute_s_per_byte\":").append(ShortestNumber.text(stage.computeSecondsPerByte()));
        }
        if (stage.computeSeconds() > 0) {
            text.append(",\"compute_s\":").append(ShortestNumber.text(stage.computeSeconds()));
        }
        if (!stage.computeFactors().isEmpty()) {
            text.append(",\"compute_factors\":").append(list(stage.computeFactors(), ShortestNumber::text));
        }
        text.append(text(stage.output()));
        if (!stage.parents().isEmpty()) {
            text.append(",\"parents\":").append(list(stage.parents(), String::valueOf));
        }
        if (!stage.hosts().isEmpty()) {
            text.append(",\"hosts\":").append(list(stage.hosts(), WorkloadText::quoted));
        }
        if (!stage.delaysSeconds().isEmpty()) {
            text.append(",\"delays_s\":").append(list(stage.delaysSeconds(), ShortestNumber::text));
        }
        stage.broadcast().ifPresent(all -> text.append(",\"broadcast\":{\"bytes\":")
                .append(all.bytes())
                .append(",\"from\":")
                .append(quoted(all.from()))
                .append('}'));
        return text.append('}').toString();
    }

    private static String text(Input input) {
        if (input instanceof Input.Blocks blocks) {
            return ",\"input\":{\"blocks\":" + blocks.bytes() + "}";
        }
        if (input instanceof Input.File file) {
            return ",\"input\":{\"file\":" + quoted(file.name()) + "}";
        }
        return input instanceof Input.Shuffle shuffle
                ? ",\"input\":{\"shuffle\":" + list(shuffle.parts(), ShortestNumber::text) + "}"
                : "";
    }

    private static String text(Output output) {
        if (output instanceof Output.Shuffle shuffle) {
            return ",\"output\":{\"shuffle\":" + shuffle.bytes() + "}";
        }
        return output instanceof Output.Files files
                ? ",\"output\":{\"files\":" + files.bytes() + some("block_bytes", files.blockBytes())
                        + some("replication", files.replication()) + "}"
                : "";
    }

    private static String some(String key, long value) {
        return value == 0 ? "" : ",\"" + key + "\":" + value;
    }

    private static <T> String list(List<T> items, Function<T, String> text) {
        return items.stream().map(text).collect(Collectors.joining(",", "[", "]"));
    }

    private static String quoted(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
    }
}
