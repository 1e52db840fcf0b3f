// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.protocol.trust.TlsFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Whatever is wrong with a file or an option: one clear error, exit code 2, nothing started. */
final class BadInputTest {
    private static String errorOf(String... arguments) {
        StringWriter error = new StringWriter();
        CommandLine command = Main.commandLine().setErr(new PrintWriter(error, true));
        assertThat(command.execute(arguments)).isEqualTo(2);
        return error.toString();
    }

    @Test
    void aTopologyWithAMistakeIsNamedWithLineAndKey(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("t.yaml"), "name: t\ntree:\n  racks: 2\n  hosts-per-rack: two\n  host-link: 1gbit\n");

        assertThat(errorOf("topology", file.toString()).strip())
                .isEqualTo(
                        "fairlead: " + file + ":4: tree.hosts-per-rack: 'two' is not a whole number from 1 to 100000");
        assertThat(errorOf("testbed", "up", file.toString())).contains(file + ":4: tree.hosts-per-rack");
    }

    @Test
    void anUnknownFileOptionOrCommandIsNamed() {
        assertThat(errorOf("topology", "nowhere.yaml")).contains("nowhere.yaml: no such file");
        assertThat(errorOf("testbed", "up", "nowhere")).contains("no topology 'nowhere'");
        assertThat(errorOf("testbed", "up", "--queueing", "best", "x")).contains("best");
        assertThat(errorOf("tetsbed")).contains("tetsbed");
    }

    @Test
    void whatAControllerOrAnAgentCannotRunWithIsNamed(@TempDir Path directory) throws IOException {
        assertThat(errorOf("controller")).contains("--topology FILE is missing");
        assertThat(errorOf("controller", "--topology", "nowhere.yaml")).contains("nowhere.yaml: no such file");
        Path topology = Files.writeString(
                directory.resolve("t.yaml"), "name: t\ntree:\n  racks: 2\n  hosts-per-rack: 2\n  host-link: 1gbit\n");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--bind", "0.0.0.0:0"))
                .contains("a token file or TLS is needed");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--interval", "1ms"))
                .contains("100 ms to 60 s");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--token-file", "nowhere"))
                .contains("nowhere: no such file");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--key", "server.key"))
                .contains("--certificate: missing; it belongs to --key");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--application-names", "0"))
                .contains("from 1 to 256");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--path-canary-share", "some"))
                .contains("--path-canary-share: 'some' is not a number from 0 to 1");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--path-canary-share", "1.5"))
                .contains("1.5", "between 0 and 1");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--rate-share", "0.3"))
                .contains("--rates LIST is missing");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--rates", "0-7"))
                .contains("--rates", "0 is what unlabelled packets bear");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--rates", "16", "--rate-share", "1"))
                .contains("--rate-share", "above 0 and below 1");
        assertThat(errorOf("agent", "--node", "e1", "--topology", topology.toString()))
                .contains("--node: carries out rates alone", "--rates FILE");
        assertThat(errorOf("agent", "--node", "e1", "--rates", "rates.yaml"))
                .contains("--topology FILE is missing: --rates needs it");
        Path rates = Files.writeString(directory.resolve("rates.yaml"), "driver: htb\nnode: h1\n");
        assertThat(errorOf("agent", "--node", "h2", "--rates", rates.toString(), "--topology", topology.toString()))
                .contains("rates.yaml:2: node: 'h1' is another node than 'h2'");
        Path config = Files.writeString(directory.resolve("c.yaml"), "topology: t.yaml\nbnid: x\n");
        assertThat(errorOf("controller", "--config", config.toString())).contains("c.yaml:2: bnid: unknown key");
        assertThat(errorOf("controller", "--topology", topology.toString(), "--application-names", "abc"))
                .contains("--application-names: 'abc' is not a whole number from 1 to 256");
        assertThat(errorOf("agent", "--host", "h1", "--controller", "a:b")).contains("'a:b' is not HOST:PORT");
        assertThat(errorOf("agent", "--host", "h1", "--interval", "1h")).contains("100 ms to 60 s");
        assertThat(errorOf("explain", "--last", "0")).contains("--last 0 is not from 1 to 10000");
        assertThat(errorOf("enforcement", "maybe")).contains("maybe");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bind | a:b | a:b' is not HOST:PORT",
                "interval | soon | soon' is not a time",
                "interval | 1ms | 1ms' is not from 100 ms to 60 s",
                "application-names | abc | abc' is not a whole number from 1 to 256",
                "application-names | 0 | 0 names of applications at once; from 1 to 256 are accepted",
                "application-rate | fast | fast' is not a rate",
                "paths | maybe | maybe' is not one of",
                "path-planner | nobody | nobody",
                "path-canary-share | 1.5 | paths: a canary's share of '1.5' is not between 0 and 1",
                "admission | nobody | nobody",
                "rates | 0-7 | 0 is what unlabelled packets bear",
                "rate-share | half | half' is not a number from 0 to 1",
                "rate-application-share | 1 | above 0 and below 1",
            })
    void aWrongValueInAFileOfAControllerIsNamedWithItsPlace(
            String key, String value, String message, @TempDir Path directory) throws IOException {
        Path config =
                Files.writeString(directory.resolve("c.yaml"), "token-in-clear: true\n" + key + ": " + value + "\n");

        assertThat(errorOf("controller", "--config", config.toString()))
                .contains("c.yaml:2: " + key + ": ")
                .contains(message);
    }

    @Test
    void everyOptionOfAControllerIsAKeyOfItsFile(@TempDir Path directory) throws IOException {
        Path config = Files.writeString(directory.resolve("c.yaml"), "nothing: 1\n");
        List<String> tls = TlsFiles.WORDS.stream().map(word -> "--" + word).toList();
        List<String> keys = Main.commandLine().getSubcommands().get("controller").getCommandSpec().options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !List.of("--help", "--version", "--config").contains(name))
                .filter(name -> !tls.contains(name))
                .map(name -> name.substring(2))
                .toList();

        String error = errorOf("controller", "--config", config.toString()).strip();

        assertThat(error.substring(error.indexOf("accepted: ") + "accepted: ".length())
                        .split(", "))
                .contains("path-clairvoyant", "tls")
                .containsAll(keys);
    }

    @Test
    void whatAValidationCannotReadOrWriteIsRefusedBeforeItMeasures(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "constants: 5\n");

        assertThat(errorOf("validate", "--quick", "--out", file.toString()))
                .contains("--out " + file + ": ", "is a file; a directory is expected");
        assertThat(errorOf("validate", "--quick", "--out", directory.toString(), "--keep", file + "/below"))
                .contains("--keep " + file + "/below: ", "is a file; a directory is expected");
        System.setProperty(
                "fairlead.home", Path.of("..").toAbsolutePath().normalize().toString());
        try {
            assertThat(errorOf("validate", "--quick", "--out", directory.toString(), "--constants", file.toString()))
                    .contains("file:1: constants: a mapping");
            assertThat(errorOf("validate", "--quick", "--out", directory.toString(), "--calibrate"))
                    .contains("--calibrate: no scenario whose name begins with 'calibrate-'");
        } finally {
            System.clearProperty("fairlead.home");
        }
    }

    @Test
    void aRunWhoseReportsCannotBeWrittenIsRefused(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "text");
        String refusal = "--out " + file + ": " + file + " is a file; a directory is expected";
        System.setProperty(
                "fairlead.home", Path.of("..").toAbsolutePath().normalize().toString());
        try {
            assertThat(errorOf("testbed", "run", "noise", "--out", file.toString()))
                    .contains(refusal);
            assertThat(errorOf("demo", "--quick", "--out", file.toString())).contains(refusal);
        } finally {
            System.clearProperty("fairlead.home");
        }
        assertThat(errorOf("testbed", "causes", "--out", file.toString())).contains(refusal);
        assertThat(errorOf("testbed", "chaos", "--out", file.toString())).contains(refusal);
    }

    @Test
    void aResultOfAnExperimentReplacesNotItsPage(@TempDir Path directory) {
        String page = directory.resolve("report.html").toString();

        assertThat(errorOf("experiment", "sinbad", "--out", directory.toString(), "--json", page))
                .contains("--json " + page + ": --out writes report.html there, too");
    }

    @Test
    void causesThatCannotBeDrawnAreRefused() {
        assertThat(errorOf("testbed", "causes", "--kinds", "skew,slow-dsk"))
                .contains("--kinds: no cause 'slow-dsk'; accepted: none, slow-disk");
        assertThat(errorOf("testbed", "causes", "--runs", "0")).contains("--runs 0", "from 1 to 1000");
        assertThat(errorOf("testbed", "causes", "--score", "no-such-directory"))
                .contains("no-such-directory", "testbed causes");
        assertThat(errorOf("testbed", "causes", "--score", ".", "--counterparts"))
                .contains("--counterparts goes with a run");
        assertThat(errorOf("testbed", "causes", "--score", ".", "--processors-per-host", "0.3"))
                .contains("--processors-per-host goes with a run");
        assertThat(errorOf("testbed", "causes", "--score", ".", "--kinds", "skew"))
                .contains("--kinds skew goes with a run");
        assertThat(errorOf("testbed", "causes", "--score", ".", "--out", "results"))
                .contains("--out results goes with a run");
        assertThat(errorOf("testbed", "causes", "--score", ".", "--runs", "3")).contains("--runs goes with a run");
        assertThat(errorOf("testbed", "causes", "--score", ".", "--seed", "1")).contains("--seed goes with a run");
        assertThat(errorOf("testbed", "causes", "--from", "3")).contains("--from 3 goes with --score DIR alone");
        assertThat(errorOf("testbed", "causes", "--score", ".", "--from", "0")).contains("--from 0", "from 1 to 1000");
    }

    @Test
    void aFaultThatNobodyKnowsIsNamedWithTheOneThatWasMeant() {
        assertThat(errorOf("testbed", "chaos", "--faults", "cut-link,ful-disk"))
                .contains(
                        "--faults: no fault is called 'ful-disk'; did you mean 'full-disk'? Accepted: stop-datanode, ");
    }

    @Test
    void everyCommandTeaches() {
        Main.commandLine().getSubcommands().values().forEach(BadInputTest::teaches);
    }

    private static void teaches(CommandLine command) {
        assertThat(command.getUsageMessage()).contains("Usage:").contains("--help");
        assertThat(command.getCommandSpec().usageMessage().description())
                .as(command.getCommandName())
                .isNotEmpty();
        command.getSubcommands().values().forEach(BadInputTest::teaches);
    }
}
