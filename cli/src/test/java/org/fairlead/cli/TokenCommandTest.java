// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.protocol.trust.TokenFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code fairlead token create}: both ends of a token, or nothing. */
final class TokenCommandTest {
    @TempDir
    private Path directory;

    private String run(int exitCode, String... arguments) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said, true);
        CommandLine command = Main.commandLine().setErr(out).setOut(out);
        assertThat(command.execute(arguments)).as(said.toString()).isEqualTo(exitCode);
        return said.toString();
    }

    private String create(int exitCode, String role, String names, Path out) {
        String accepted = directory.resolve("tokens").toString();
        return names.isEmpty()
                ? run(exitCode, "token", "create", "--role", role, "--accepted", accepted, "--out", out.toString())
                : run(
                        exitCode,
                        "token",
                        "create",
                        "--role",
                        role,
                        "--name",
                        names,
                        "--accepted",
                        accepted,
                        "--out",
                        out.toString());
    }

    @Test
    void whatIsMadeIsAcceptedAndNobodyElseReadsIt() throws Exception {
        Path h1 = directory.resolve("h1.token");
        Path operator = directory.resolve("operator.token");
        create(0, "agent", "h1,h2", h1);
        create(0, "operator", "", operator);

        TokenFile accepted = TokenFile.accepted(directory.resolve("tokens"));
        assertThat(accepted.identify(TokenFile.own(h1).token())).contains(Identity.of("agent:h1,h2"));
        assertThat(accepted.identify(TokenFile.own(operator).token())).contains(Identity.of("operator"));
        for (Path file : new Path[] {h1, operator, directory.resolve("tokens")}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
        assertThat(Files.readString(directory.resolve("tokens")))
                .doesNotContain(TokenFile.own(h1).token());
    }

    @Test
    void whatCannotBeMadeLeavesNothingBehind() throws Exception {
        Path out = directory.resolve("x.token");
        assertThat(create(2, "agent", "", out)).contains("'agent' needs a name");
        assertThat(create(2, "any", "h1", out)).contains("takes no name");
        assertThat(create(2, "root", "h1", out)).contains("root");
        assertThat(out).doesNotExist();
        assertThat(directory.resolve("tokens")).doesNotExist();

        Files.writeString(directory.resolve("tokens"), "neither role nor token\n");
        assertThat(create(2, "agent", "h1", out)).contains("tokens");
        assertThat(out).doesNotExist();
    }
}
