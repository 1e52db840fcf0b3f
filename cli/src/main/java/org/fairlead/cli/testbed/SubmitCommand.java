// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.fairlead.testbed.live.ControlSocket;
import org.fairlead.testbed.live.Request;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs a user's Spark application on a running testbed. */
@Command(
        name = "submit",
        mixinStandardHelpOptions = true,
        description = {
            "Runs spark-submit on the driver host of a running testbed: your application, its options and arguments, after --."
                    + " The master and the default file system are set.",
            "",
            "  fairlead testbed submit -- --class com.example.App app.jar hdfs:///input"
        })
final class SubmitCommand implements Callable<Integer> {
    @Mixin
    private WhichTestbed which;

    @Parameters(arity = "1..*", paramLabel = "ARG", description = "what spark-submit takes")
    private List<String> arguments;

    @Override
    public Integer call() throws Exception {
        TestbedDirectory testbed = which.find();
        JsonNode submit = ControlSocket.ask(testbed.path(), new Request(Request.Kind.SUBMIT_COMMAND, arguments))
                .result();
        List<String> command = new ArrayList<>();
        submit.path("command").forEach(word -> command.add(word.asText()));
        Map<String, String> environment = new TreeMap<>();
        submit.path("environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asText()));
        return ProgramInside.run(testbed, command, environment);
    }
}
