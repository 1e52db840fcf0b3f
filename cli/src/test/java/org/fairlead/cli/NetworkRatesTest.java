// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fairlead network rates}. */
final class NetworkRatesTest {
    private record Said(int exitCode, String out, String err) {}

    @BeforeAll
    static void theInstallationIsThisRepository() {
        System.setProperty(
                "fairlead.home", Path.of("").toAbsolutePath().getParent().toString());
    }

    @AfterAll
    static void noInstallation() {
        System.clearProperty("fairlead.home");
    }

    private static Said say(String line) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(("network rates " + line).split(" "));
        return new Said(code, out.toString(), err.toString());
    }

    @Test
    void commandsWithWhatUndoesThemForEachDevice() {
        Said all = say("--topology four-racks --codepoints 16-17");
        String one = say("--topology four-racks --codepoints 16-17 --switch e1").out();

        assertThat(all.exitCode()).isZero();
        assertThat(all.out())
                .contains("# 2 queues a link, at most 0.5 of each link\n", "\n# host h1\n", "\n# switch c1\n");
        assertThat(all.out()).contains(one.substring(one.indexOf("# switch e1")));
        assertThat(one)
                .contains(
                        "tc qdisc add dev to-h1 root handle 7400: htb default 2  # undo: tc qdisc del dev to-h1 root handle 7400:\n",
                        " parent 7400:1 classid 7400:7411 htb rate 3000000bit ceil 100000000bit ",
                        "nft create table ip fairlead_rates  # undo: nft delete table ip fairlead_rates\n")
                .doesNotContain("own_port");
    }

    @Test
    void whereHtbStandsItIsNotReplaced() {
        assertThat(say("--topology four-racks --switch h1 --parent 1:1").out())
                .contains(" parent 1:1 classid 1:7410 htb ", "codepoint_31")
                .doesNotContain("root");
    }

    @Test
    void devicesAreTheOperatorsOwn(@TempDir Path directory) throws IOException {
        Path topology = Files.writeString(
                directory.resolve("t.yaml"),
                "multi-rooted: {racks: 2, hosts-per-rack: 1, roots: 2, host-link: 1gbit, uplink: 1gbit}\n");
        Path file = Files.writeString(directory.resolve("a.yaml"), "next-hops: {h1->e1: dev bond0}\n");

        assertThat(say("--topology " + topology + " --addresses " + file + " --switch h1")
                        .out())
                .contains("tc qdisc add dev bond0 root");
        assertThat(say("--topology " + topology + " --addresses " + file + " --switch h2")
                        .err())
                .contains("next-hops: 'h2->e2' is missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--switch e1 | Missing required option: '--topology",
                "--topology four-racks --switch e9 | --switch: no switch or host 'e9' in topology 'four-racks'",
                "--topology four-racks --share 1 | --share: 1.0 is not accepted; accepted: 0.01 to 0.95",
                "--topology four-racks --codepoints 0 | 0 is what unlabelled packets bear",
                "--topology four-racks --parent root | 'root' is no class of tc, such as 1:1"
            })
    void mistakesAreSaidInOneLine(String line, String expected) {
        Said said = say(line);

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err()).containsIgnoringCase(expected);
        assertThat(said.out()).isEmpty();
    }
}
