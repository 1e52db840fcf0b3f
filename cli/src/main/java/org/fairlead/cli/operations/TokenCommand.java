// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.protocol.trust.Role;
import org.fairlead.protocol.trust.TokenFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes tokens. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = {
            "Makes tokens by which agents, NameNodes, applications and people show a controller who they are.",
            ""
        },
        subcommands = TokenCommand.Create.class)
public final class TokenCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }

    /** Makes one. */
    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = {
                "Makes a token: a file for whoever shows it, and a line in the controller's file, which holds its digest"
                        + " alone. A running controller takes it within a second.",
                "",
                "  fairlead token create --role agent --name h1 --accepted tokens --out h1.token",
                "  fairlead token create --role any --accepted tokens --out cluster.token",
                ""
            })
    static final class Create implements Callable<Integer> {
        private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

        @Option(
                names = "--role",
                required = true,
                paramLabel = "ROLE",
                description = "agent, exporter, namenode, application, operator, or any: all of them")
        private Role role;

        @Option(
                names = "--name",
                split = ",",
                paramLabel = "NAME,...",
                description = "hosts of an agent, switches of an exporter, the NameNode's or application's name")
        private List<String> names = List.of();

        @Option(
                names = "--accepted",
                required = true,
                paramLabel = "FILE",
                description = "the controller's file; made where there is none")
        private Path accepted;

        @Option(names = "--out", required = true, paramLabel = "FILE", description = "a new file for the token")
        private Path out;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            Identity identity = Identity.of(role, names);
            boolean known = Files.exists(accepted);
            if (known) {
                TokenFile.accepted(accepted); // nothing is added to what a controller would refuse
            }
            String token = TokenFile.fresh();
            create(out, identity + " " + token + "\n");
            try {
                if (known) {
                    append(TokenFile.acceptedLine(identity, token));
                } else {
                    create(accepted, TokenFile.acceptedLine(identity, token) + "\n");
                }
            } catch (IOException | RuntimeException e) {
                Files.delete(out); // nobody would accept it
                throw e;
            }
            spec.commandLine().getOut().println(out + ": the token of " + identity + ", accepted by " + accepted);
            return 0;
        }

        /** One write, so that a controller never reads half a line. */
        private void append(String line) throws IOException {
            String before = Files.readString(accepted).endsWith("\n") ? "" : "\n";
            try (FileChannel file = FileChannel.open(accepted, StandardOpenOption.APPEND)) {
                file.write(ByteBuffer.wrap((before + line + "\n").getBytes(StandardCharsets.UTF_8)));
            }
        }

        private static void create(Path file, String text) throws IOException {
            try {
                Files.createFile(file, OWNER_ALONE);
            } catch (FileAlreadyExistsException e) {
                throw new IllegalArgumentException(file + ": exists; a new file is expected", e);
            } catch (NoSuchFileException e) {
                throw new IllegalArgumentException(file + ": its directory does not exist", e);
            }
            Files.writeString(file, text);
        }
    }
}
