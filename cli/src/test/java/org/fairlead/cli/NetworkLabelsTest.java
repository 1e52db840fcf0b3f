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

/** {@code fairlead network labels}. */
final class NetworkLabelsTest {
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
                .execute(("network labels " + line).split(" "));
        return new Said(code, out.toString(), err.toString());
    }

    @Test
    void aTableForEachSwitch() {
        assertThat(say("--topology fat-tree-4 --for text"))
                .isEqualTo(new Said(
                        0,
                        say("--topology fat-tree-4 --for TEXT --codepoints 8-15")
                                .out(),
                        ""));
        assertThat(say("--topology fat-tree-4 --for text").out())
                .startsWith("# labels for fat-tree-4: 16 hosts in 8 racks, ")
                .contains(
                        "# codepoints used: 8,9,10,11 of the 8 that are granted",
                        "up to 4 paths; a codepoint names one\n")
                .contains(
                        "\n# switch e1\nlabel  next hop      to\n    8  a1            racks r2..r8\n",
                        "\n# switch a1\n",
                        "\n# switch e8\n")
                .doesNotContain("# switch c1");
    }

    @Test
    void commandsWithWhatUndoesThemForOneSwitchAndForHosts() {
        String all = say("--topology fat-tree-4 --for linux").out();
        String one = say("--topology fat-tree-4 --for linux --switch e1").out();
        String host = say("--topology fat-tree-4 --for linux --switch h1").out();

        assertThat(one)
                .contains(
                        "# switch e1\n",
                        "ip route add 10.77.0.16/32 table 7411 protocol 74 via 169.254.0.1 dev to-a2"
                                + " onlink  # undo: ip route del 10.77.0.16/32 table 7411 protocol 74\n")
                .doesNotContain("# switch a1");
        assertThat(host)
                .contains("# host h1\n", "own_port '{ 10.77.0.16 . 9866 timeout 60s : jump codepoint_8 }'  # undo: ");
        assertThat(all).contains(one.substring(one.indexOf("# switch"))).contains("# every host that sends\n");
    }

    @Test
    void fewCodepointsNameGroupsAndACoreHasNothingToDo() {
        assertThat(say("--topology fat-tree-4 --for text --codepoints 11,15 --switch c1")
                        .out())
                .contains("codepoints used: 11,15 of the 2", "codepoints name groups of them\n")
                .endsWith("# switch c1: nothing to do\n");
    }

    @Test
    void addressesAreTheOperatorsOwn(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("a.yaml"), """
                hosts: {h1: 10.1.0.1, h2: 10.1.0.2}
                next-hops: {e1->c1: via 10.0.1.1 dev swp1, e1->c2: via 10.0.1.2 dev swp2}
                """);
        Path topology = Files.writeString(
                directory.resolve("t.yaml"),
                "multi-rooted: {racks: 2, hosts-per-rack: 1, roots: 2, host-link: 1gbit, uplink: 1gbit}\n");

        assertThat(say("--topology " + topology + " --for linux --switch e1 --addresses " + file)
                        .out())
                .contains("ip route add 10.1.0.2/32 table 7409 protocol 74 via 10.0.1.2 dev swp2  # undo: ");
        assertThat(say("--topology " + topology + " --for linux --switch e2 --addresses " + file))
                .isEqualTo(new Said(
                        2,
                        "",
                        "fairlead: " + file + ": next-hops: 'e2->c1' is missing; a next hop is needed"
                                + System.lineSeparator()));
    }

    @Test
    void whereThereIsNothingToChooseItSaysSo() {
        assertThat(say("--topology four-racks --for linux").out())
                .contains("nothing to do: no two hosts have a second path")
                .doesNotContain("nft");
    }

    @Test
    void whereThereIsNothingToVerifyItSaysSo() {
        Said said = say("verify --topology four-racks h1");

        assertThat(said.exitCode()).isZero();
        assertThat(said.out()).contains("nothing to do: no two hosts have a second path");
    }

    @Test
    void optionsBeforeTheSubcommandCountForItToo() {
        assertThat(say("--topology four-racks verify h1")).isEqualTo(say("verify --topology four-racks h1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h1 | missing required option: '--topology",
                "--topology fat-tree-4 | missing required parameter: 'FROM'",
                "--topology fat-tree-4 h1 | FROM: this is not h1: no interface of this machine has the address 10.77.0.1",
                "--topology fat-tree-4 h1 h99 | no host 'h99' in topology 'fat-tree-4'",
                "--topology fat-tree-4 e1 | no host 'e1' in topology 'fat-tree-4'",
                "--topology fat-tree-4 h1 h1 | TO: h1 is where the probes come from",
                "--topology fat-tree-4 h1 --flows 0 | --flows: 0 is not accepted; accepted: 1 to 64",
                "--topology fat-tree-4 h1 --port 70000 | accepted: 1 to 65535",
                "--topology fat-tree-4 h1 --timeout-ms 1 | accepted: 10 to 10000",
                "--topology fat-tree-4 h1 --codepoints 0-3 | 0 is what unlabelled packets bear",
                "--topology fat-tree-4 h1 --addresses nowhere.yaml | nowhere.yaml: no such file",
            })
    void mistakesOfVerifyAreSaidWithStatusTwo(String line, String message) {
        Said said = say("verify " + line);

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--for text | missing required option: '--topology",
                "--topology fat-tree-4 | missing required option: '--for",
                "--topology fat-tre-4 --for text | did you mean 'fat-tree-4'?",
                "--topology fat-tree-4 --for openflow | openflow",
                "--topology fat-tree-4 --for text --switch e9 | --switch: no switch or host 'e9' in topology 'fat-tree-4'",
                "--topology fat-tree-4 --for text --codepoints 40-50 | 46 (EF, voice), 48 (CS6",
                "--topology fat-tree-4 --for text --codepoints 8-80 | accepted: numbers and ranges from 1 to 63",
                "--topology fat-tree-4 --for linux --addresses nowhere.yaml | nowhere.yaml: no such file",
            })
    void mistakesAreSaidWithStatusTwo(String line, String message) {
        Said said = say(line);

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).contains(message);
    }
}
