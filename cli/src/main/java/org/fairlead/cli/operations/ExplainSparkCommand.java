// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.fairlead.cli.explain.DecisionsOfFile;
import org.fairlead.cli.explain.DecisionsOfUi;
import org.fairlead.cli.explain.ExplanationReport;
import org.fairlead.cli.explain.ExplanationText;
import org.fairlead.cli.explain.Question;
import org.fairlead.protocol.message.Encoding;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows why tasks of a Spark application ran where they ran. */
@Command(
        name = "spark",
        mixinStandardHelpOptions = true,
        description = {
            "Shows why tasks of a Spark application ran where they ran: the host, what was read from where, how long it was predicted to"
                    + " take and took, who chose it; and which slots were left free meanwhile, and why. Of one task also where else it"
                    + " could have run, which link or disk decided, and what stock would have done with the slot.",
            "",
            "While the application runs, its web UI is asked. When it is over, its file of decisions is read, if"
                    + " spark.fairlead.decisions.dir was set.",
            "",
            "  fairlead explain spark --ui http://driver:4040",
            "  fairlead explain spark --ui http://driver:4040 --stage 3 --task 7",
            "  fairlead explain spark --stage 3.1 \\",
            "    --file decisions/app-20260101120000-0001.jsonl",
            ""
        })
final class ExplainSparkCommand implements Callable<Integer> {
    private static final int MOST = 10_000;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Source source;

    /** Where decisions are. */
    static final class Source {
        @Option(
                names = "--ui",
                paramLabel = "URL",
                description = "the application's web UI, such as http://driver:4040")
        private String ui;

        @Option(names = "--file", paramLabel = "FILE", description = "a file of decisions, NAME.jsonl")
        private Path file;
    }

    @Option(
            names = "--stage",
            paramLabel = "N[.ATTEMPT]",
            description = "of one stage alone: 3, or 3.1 for its second attempt; with its figures")
    private String stage;

    @Option(
            names = "--task",
            paramLabel = "N",
            description = "of one task alone, by its number in the stage; needs --stage")
    private Integer task;

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "40",
            description = "newest decisions shown, 1 to 10000; default ${DEFAULT-VALUE}")
    private int last;

    @Option(names = "--json", description = "prints JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Question question = question();
        ExplanationReport explanation = source.ui != null
                ? DecisionsOfUi.ask(source.ui, question)
                : DecisionsOfFile.read(source.file, question);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            String text = new String(Encoding.JSON.write(explanation), StandardCharsets.UTF_8);
            out.println(new ObjectMapper().readTree(text).toPrettyString());
        } else {
            out.print(ExplanationText.of(explanation, question));
        }
        out.flush();
        return 0;
    }

    private Question question() {
        if (last < 1 || last > MOST) {
            throw new IllegalArgumentException("--last " + last + " is not from 1 to " + MOST);
        }
        if (task != null && stage == null) {
            throw new IllegalArgumentException("--task " + task + " needs --stage: tasks are numbered in each stage");
        }
        if (task != null && task < 0) {
            throw new IllegalArgumentException("--task " + task + " is negative");
        }
        return new Question(
                Optional.ofNullable(stage).map(Question.StageAttempt::of),
                task == null ? OptionalInt.empty() : OptionalInt.of(task),
                last);
    }
}
