// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.cli.shell.Installation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What help says is true of the command line it explains: every example is one that can be pasted. */
@Tag("long")
final class HelpTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    @BeforeAll
    static void theInstallationIsThisRepository() {
        System.setProperty("fairlead.home", REPOSITORY.toString());
    }

    @AfterAll
    static void noInstallation() {
        System.clearProperty("fairlead.home");
    }

    private static List<CommandLine> commands(CommandLine command) {
        List<CommandLine> all = new ArrayList<>(List.of(command));
        command.getSubcommands().values().forEach(each -> all.addAll(commands(each)));
        return all;
    }

    /** Lines that begin with two blanks and a program, with those that they go on with after a backslash. */
    private static List<String> examples(CommandLine command) {
        List<String> examples = new ArrayList<>();
        boolean goesOn = false;
        for (String line : command.getUsageMessage(Ansi.OFF).lines().toList()) {
            boolean begins =
                    line.startsWith("  fairlead ") || line.startsWith("  printf ") || line.startsWith("  source ");
            if (goesOn) {
                examples.add(examples.remove(examples.size() - 1) + "\n" + line);
            } else if (begins) {
                examples.add(line);
            }
            goesOn = (goesOn || begins) && line.endsWith("\\");
        }
        return examples;
    }

    private static String[] words(String example) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(example.replace("\\\n", " "));
        while (matcher.find()) {
            words.add(matcher.group().replace("'", ""));
        }
        return words.subList(1, words.size()).toArray(String[]::new);
    }

    @Test
    void everyExampleIsACommandThatIsUnderstood() {
        int seen = 0;
        for (CommandLine command : commands(Main.commandLine())) {
            for (String example : examples(command)) {
                if (example.startsWith("  fairlead ")) {
                    CommandLine.ParseResult parsed = Main.commandLine().parseArgs(words(example));
                    assertThat(parsed.errors()).as(example).isEmpty();
                    assertThat(parsed.hasSubcommand()).as(example).isTrue();
                    seen++;
                }
            }
        }
        assertThat(seen).isGreaterThan(40);
    }

    @Test
    void everyMentionOfACommandIsInOneLine() {
        for (CommandLine command : commands(Main.commandLine())) {
            for (String line : command.getUsageMessage(Ansi.OFF).lines().toList()) {
                assertThat(line).as(command.getCommandSpec().qualifiedName()).hasSizeLessThanOrEqualTo(80);
                assertThat(line.strip()).as("a prompt is pasted, too").doesNotStartWith("$");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "simulate flows",
                "simulate coflows",
                "simulate workload",
                "topology",
                "network labels",
                "network rates",
                "list",
                "completion"
            })
    void examplesThatNeedNothingRunAsTheyArePasted(String name, @TempDir Path directory) throws Exception {
        Path bin = Files.createDirectory(directory.resolve("bin"));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path fairlead = Files.writeString(
                bin.resolve("fairlead"),
                "#!/bin/bash\nexec %s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dfairlead.home=%s -cp '%s' %s \"$@\"\n"
                        .formatted(
                                java,
                                REPOSITORY,
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                Main.class.getName()));
        Files.setPosixFilePermissions(fairlead, PosixFilePermissions.fromString("rwxr-xr-x"));
        CommandLine command = Main.commandLine();
        for (String word : name.split(" ")) {
            command = command.getSubcommands().get(word);
        }
        // An event log is something that the reader has; the examples make the rest themselves.
        List<String> pasted = examples(command).stream()
                .filter(example -> !example.contains("/var/log/spark"))
                .toList();
        assertThat(pasted).isNotEmpty();

        ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-c", String.join("\n", pasted))
                .directory(directory.toFile())
                .redirectErrorStream(true);
        builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private record Said(int exitCode, String out, String err) {}

    private static Said say(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Said(code, out.toString(), err.toString());
    }

    @Test
    void helpIsGivenOfACommandHoweverItIsAskedFor() {
        String up = say("testbed", "up", "--help").out();

        assertThat(up).contains("Usage: fairlead testbed up").contains("four-racks");
        assertThat(say("help", "testbed", "up").out()).isEqualTo(up);
        assertThat(say("testbed", "help", "up").out()).isEqualTo(up);
        assertThat(say("demo", "help").out()).isEqualTo(say("demo", "--help").out());
        assertThat(say("help")).isEqualTo(new Said(0, say("--help").out(), ""));
        assertThat(say("--help").out()).contains("  test ").contains("  fuzz ").contains("  list ");
    }

    @ParameterizedTest
    @CsvSource({
        "dmeo, no command 'dmeo'; did you mean 'demo'?, fairlead",
        "nonsense --help, no command 'nonsense', fairlead",
        "help dmeo, no command 'dmeo'; did you mean 'demo'?, fairlead",
        "testbed pu, no command 'pu'; did you mean 'up'?, fairlead testbed",
        "testbed up --wokers 3, no option '--wokers'; did you mean '--workers'?, fairlead testbed up",
        "testbed run, missing required parameter: 'SCENARIO', fairlead testbed run",
        "demo one, 'one' is one word too many, fairlead demo",
    })
    void aMistakeIsSaidInTwoLines(String line, String message, String command) {
        Said said = say(line.split(" "));

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err()).isEqualTo("fairlead: %s%ntry: %s --help%n".formatted(message, command));
        assertThat(said.out()).isEmpty();
    }

    @Test
    void whatIsShippedIsListedWithWhatItIs() {
        assertThat(say("list").out())
                .contains("scenarios", "topologies", "clusters", "contenders", "traffic", "policies")
                .contains("four-racks  ", "Twelve hosts in four racks of three");
        assertThat(say("list", "contenders", "--json").out())
                .contains("\"name\" : \"stock\"")
                .contains("\"description\" : \"HDFS and Spark as they are released");
        assertThat(say("list", "polices").err()).contains("did you mean 'policies'?");
        for (String kind : List.of("scenarios", "topologies", "clusters", "contenders", "traffic", "policies")) {
            String list = say("list", kind, "--json").out();
            assertThat(list).as("each has a description").contains("\"name\"").doesNotContain("\"description\" : \"\"");
        }
    }

    @Test
    void aNameThatIsNotThereLeadsToTheList() {
        assertThat(say("topology", "four-rack").err())
                .contains("no topology 'four-rack'; did you mean 'four-racks'? Shipped topologies: ")
                .contains("(fairlead list topologies)");
        assertThat(say("testbed", "run", "dmeo").err()).contains("did you mean 'demo'?");
    }

    @Test
    void completionIsAScriptThatBashReads(@TempDir Path directory) throws IOException, InterruptedException {
        Path script = Files.writeString(
                directory.resolve("completion"), say("completion", "bash").out());

        assertThat(new ProcessBuilder("bash", "-n", script.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        assertThat(Files.readString(script)).contains("selftest").contains("--congestion-control");
    }

    @Test
    void commandsStartOthersAtTheSamePlace() {
        assertThat(Installation.MAIN_CLASS).isEqualTo(Main.class.getName());
    }
}
