// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.protocol.ClosestWord;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in two lines what is wrong with a command line: what, and where its help is. */
public final class Mistakes {
    /** Exit code when a file or an option is not what is accepted. */
    public static final int BAD_INPUT = 2;

    private Mistakes() {}

    /** Runs a command; help is given of what exists, and not beside words that nobody knows. */
    public static int run(ParseResult parsed) {
        for (ParseResult each = parsed; each != null; each = each.subcommand()) {
            if (!each.unmatched().isEmpty()) {
                throw new UnmatchedArgumentException(each.commandSpec().commandLine(), each.unmatched());
            }
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /** The two lines, on standard error. */
    public static int report(ParameterException mistake, String[] arguments) {
        CommandLine command = mistake.getCommandLine();
        if (mistake instanceof UnmatchedArgumentException unknown
                && unknown.getUnmatched().equals(List.of("help"))) {
            command.usage(command.getOut());
            return 0;
        }
        say(command, mistake instanceof UnmatchedArgumentException unknown ? unknown(unknown) : sentence(mistake));
        command.getErr().println("try: " + command.getCommandSpec().qualifiedName() + " --help");
        command.getErr().flush();
        return BAD_INPUT;
    }

    /** An error in a line of its own. */
    public static void say(CommandLine command, String message) {
        PrintWriter err = command.getErr();
        Help.Ansi ansi = Terminal.colours(2);
        err.println(Help.defaultColorScheme(ansi).errorText("fairlead:") + " " + message);
    }

    private static String sentence(ParameterException mistake) {
        String text =
                String.join(" ", mistake.getMessage().lines().map(String::strip).toList());
        return text.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + text.substring(1);
    }

    private static String unknown(UnmatchedArgumentException mistake) {
        CommandSpec spec = mistake.getCommandLine().getCommandSpec();
        String word = mistake.getUnmatched().get(0);
        if (word.startsWith("-")) {
            String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            Stream<String> options = spec.options().stream().flatMap(known -> Stream.of(known.names()));
            return "no option '" + option + "'" + meant(option, options.toList());
        }
        if (spec.subcommands().isEmpty()) {
            return "'" + word + "' is one word too many";
        }
        return "no command '" + word + "'" + meant(word, spec.subcommands().keySet());
    }

    private static String meant(String word, Collection<String> known) {
        Optional<String> closest = ClosestWord.closest(word, known);
        return closest.map(name -> "; did you mean '" + name + "'?").orElse("");
    }
}
