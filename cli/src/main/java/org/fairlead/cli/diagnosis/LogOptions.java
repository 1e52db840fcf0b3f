// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.fairlead.cli.simulate.OutputFile;
import org.fairlead.diagnosis.history.LogAddress;
import org.fairlead.diagnosis.zones.Zones;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What commands about event logs have in common: which logs, what is known besides, and where figures go. */
final class LogOptions {
    private static final int MOST_ROWS = 1_000_000;

    @Parameters(
            paramLabel = "LOG",
            arity = "1..*",
            description =
                    "event logs, directories of one that was rolled or of several, or addresses of history servers")
    private List<String> sources;

    @Option(
            names = "--application",
            paramLabel = "ID",
            description = "only this one; of a history server the newest that has ended if none is named")
    private String application;

    @Option(
            names = "--decisions",
            paramLabel = "FILE",
            description =
                    "a file of decisions (spark.fairlead.decisions.dir) that says what executors have seen, or a directory of such")
    private Path decisions;

    @Option(
            names = "--zones",
            paramLabel = "FILE",
            description =
                    "the hosts of each zone or rack, as YAML, as 'hdfs dfsadmin -printTopology' prints them, or as a topology (docs/topology.md) or a controller's /v1/topology has them")
    private Path zones;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "writes one page that needs no network; - for standard output")
    private String html;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "writes all figures; - for standard output, the tables then go to standard error")
    private String json;

    @Option(
            names = "--stages",
            paramLabel = "N",
            defaultValue = "10",
            description = "rows for stages, those with most time; default ${DEFAULT-VALUE}")
    private int stages;

    List<String> sources() {
        return List.copyOf(sources);
    }

    Optional<String> application() {
        return Optional.ofNullable(application);
    }

    Optional<Path> decisions() {
        return Optional.ofNullable(decisions);
    }

    Optional<Path> zonesFile() {
        return Optional.ofNullable(zones);
    }

    Optional<Zones> zones() {
        return zonesFile().map(Zones::read);
    }

    Optional<OutputFile> page() {
        return OutputFile.of("--html", html);
    }

    Optional<OutputFile> figures() {
        return OutputFile.of("--json", json);
    }

    int stages() {
        return stages;
    }

    /**
     * Refuses what could not be written, or would overwrite what is read, and a number of rows that is none.
     *
     * @param besides further files that are read; null for none
     */
    void check(Path besides) {
        if (stages < 0 || stages > MOST_ROWS) {
            throw new IllegalArgumentException("--stages " + stages + " is not from 0 to " + MOST_ROWS);
        }
        Stream<Path> logs =
                sources.stream().filter(source -> !LogAddress.isAddress(source)).map(LogsToRead::path);
        OutputFile.check(
                Stream.concat(page().stream(), figures().stream()).toList(),
                Stream.concat(logs, Stream.of(zones, decisions, besides)).toArray(Path[]::new));
    }

    /** Says on standard error what was left out, and why. */
    static void say(List<String> notes, CommandLine command) {
        notes.forEach(note -> command.getErr().println("fairlead: " + note));
        command.getErr().flush();
    }

    /** Writes page and figures where somebody asked for them, and text to standard output unless one of them goes there. */
    void write(Supplier<byte[]> pageBytes, Supplier<byte[]> figureBytes, String text, CommandLine command)
            throws IOException {
        if (page().isPresent()) {
            byte[] bytes = pageBytes.get();
            page().get().write(to -> to.write(bytes));
        }
        if (figures().isPresent()) {
            byte[] bytes = figureBytes.get();
            figures().get().write(to -> to.write(bytes));
        }
        boolean taken = Stream.concat(page().stream(), figures().stream()).anyMatch(OutputFile::isStandard);
        PrintWriter to = taken ? command.getErr() : command.getOut();
        to.print(text);
        to.flush();
    }
}
