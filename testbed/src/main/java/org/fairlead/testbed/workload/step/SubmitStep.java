// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.HostChoice;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepNeeds;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;

/**
 * A user's own Spark application, submitted on the driver's host.
 *
 * @param arguments {@code {hdfs}} in them stands for the URI of the round's directory
 * @param configuration more {@code --conf} values
 */
record SubmitStep(Path jar, String mainClass, List<String> arguments, Map<String, String> configuration)
        implements WorkloadStep {
    SubmitStep {
        arguments = List.copyOf(arguments);
        configuration = Map.copyOf(configuration);
    }

    static SubmitStep from(YamlNode body) {
        body.allow("jar", "class", "args", "conf");
        YamlNode jar = body.required("jar");
        Path parent = Path.of(jar.file()).toAbsolutePath().getParent();
        Path path = parent.resolve(jar.text()).normalize();
        if (!Files.isReadable(path)) {
            throw jar.invalid("there is no readable jar " + path);
        }
        return new SubmitStep(
                path,
                body.required("class").text(),
                body.optional("args").map(YamlNode::texts).orElse(List.of()),
                body.optional("conf").map(YamlNode::textByKey).orElse(Map.of()));
    }

    @Override
    public StepKind kind() {
        return StepKind.SUBMIT;
    }

    @Override
    public StepNeeds needs() {
        return new StepNeeds(true, Set.of(), new HostChoice.Named(List.of()), Optional.empty(), 0, 0);
    }

    @Override
    public void run(StepRun run, Random random) {
        List<String> words = new ArrayList<>();
        configuration.forEach((key, value) -> words.addAll(List.of("--conf", key + "=" + value)));
        words.addAll(List.of("--class", mainClass, jar.toString()));
        arguments.forEach(argument -> words.add(argument.replace("{hdfs}", run.directory())));
        run.submit(mainClass, words);
    }

    @Override
    public List<Check> verify(StepRun run) {
        return List.of();
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.unknown(kind());
    }
}
