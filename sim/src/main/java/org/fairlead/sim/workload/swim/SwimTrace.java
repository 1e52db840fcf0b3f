// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.swim;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.fairlead.core.chance.Draw;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.trace.Lines;
import org.fairlead.sim.trace.QuotedText;
import org.fairlead.sim.trace.TraceInput;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.Workload.StoredFile;

/**
 * Reads a trace of SWIM (Y. Chen, A. Ganapathi, R. Griffith, R. Katz, The Case for Evaluating MapReduce Performance Using Workload Suites,
 * MASCOTS 2011): a line a job, its columns separated by tabs: name, submission in seconds, seconds since the job before, bytes of map
 * input, of shuffle and of output; in some a seventh, the path of the input. Jobs with the same path and as many bytes read the same file; a path
 * whose bytes changed was written anew between them, and is another file. How many tasks a job had is not in the trace: a map for each block, a reduce for so many bytes, up to a bound; and
 * as many maps as reduces would be where maps write the output.
 */
public final class SwimTrace {
    private static final int COLUMNS = 6;
    private static final int LONGEST_PATH = 1000;
    private static final int LONGEST_LINE = 1 << 16;
    private static final int MOST_TASKS = 1_000_000;
    private static final List<String> KEYS =
            List.of("job", "submit time", "gap", "map input bytes", "shuffle bytes", "output bytes");

    private SwimTrace() {}

    /**
     * How a trace becomes tasks.
     *
     * @param blockBytes of input for a map
     * @param bytesPerReducer of shuffle, or of output when that is more, for a reduce
     * @param mostReducers of a job
     * @param timeScale by which times are multiplied
     * @param byteScale by which bytes are multiplied
     * @param sampleShare of the jobs that are kept, by chance
     * @param seed of the sample
     * @param computeSecondsPerByte of input, of maps and of reduces: the trace says nothing of it
     */
    public record Options(
            long blockBytes,
            long bytesPerReducer,
            int mostReducers,
            double timeScale,
            double byteScale,
            double sampleShare,
            long seed,
            double computeSecondsPerByte) {
        /** Blocks of 64 MiB and a reduce for each 1 GiB are usual in the trace's days; the processor's 10 ns a byte are ours. */
        public static final Options USUAL = new Options(64L << 20, 1L << 30, 200, 1, 1, 1, 0, 1e-8);

        public Options {
            if (blockBytes < 1 || bytesPerReducer < 1 || mostReducers < 1 || mostReducers > MOST_TASKS) {
                throw new IllegalArgumentException(
                        "bytes of a block and of a reducer, and reducers (up to 10^6), must be at least 1");
            }
            if (!(timeScale > 0 && timeScale <= 1e6) || !(byteScale > 0 && byteScale <= 1e6)) {
                throw new IllegalArgumentException("scales must be above 0 and at most 10^6");
            }
            if (!(sampleShare > 0 && sampleShare <= 1)) {
                throw new IllegalArgumentException("the share of the sample must be above 0 and at most 1");
            }
            if (!(computeSecondsPerByte >= 0 && computeSecondsPerByte <= 1)) {
                throw new IllegalArgumentException("processor seconds for a byte must be from 0 to 1");
            }
        }
    }

    /** Whether a first line is one of such a trace. */
    public static boolean begins(String line) {
        String[] columns = line.split("\t", -1);
        return columns.length >= COLUMNS && columns[1].matches("\\d+(\\.\\d*)?") && columns[3].matches("\\d+");
    }

    /** @throws InvalidFileException with file, line and column */
    public static Workload read(TraceInput input, String name, Options options) {
        Lines lines = new Lines(input, LONGEST_LINE);
        Draw draw = new Draw(options.seed());
        List<Job> jobs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Map<String, StoredFile> files = new TreeMap<>();
        while (lines.next()) {
            if (lines.to() == lines.from()) {
                continue;
            }
            Line read = line(lines, options);
            Job job = read.job();
            if (!names.add(job.name())) {
                throw lines.invalid("job", "'" + job.name() + "' stands twice");
            }
            if (options.sampleShare() >= 1 || draw.share() < options.sampleShare()) {
                jobs.add(job);
                read.file().ifPresent(file -> files.put(file.name(), file));
            }
        }
        jobs.sort(Comparator.comparingDouble(Job::submitSeconds));
        return new Workload(name, List.copyOf(files.values()), jobs);
    }

    /** @param file that the job reads and others may read, when the trace has its path */
    private record Line(Job job, Optional<StoredFile> file) {}

    private static Line line(Lines lines, Options options) {
        String line =
                new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8).strip();
        String[] columns = line.split("\t", -1);
        if (columns.length < COLUMNS) {
            throw lines.invalid(
                    "", columns.length + " columns; 6 are expected, separated by tabs: " + String.join(", ", KEYS));
        }
        if (columns[0].isBlank() || columns[0].length() > 100) {
            throw lines.invalid("job", "a name of 1 to 100 characters is expected");
        }
        double submit = number(lines, columns, 1, 1e9) * options.timeScale();
        long input = Math.round(number(lines, columns, 3, 1e16) * options.byteScale());
        long shuffle = Math.round(number(lines, columns, 4, 1e16) * options.byteScale());
        long output = Math.round(number(lines, columns, 5, 1e16) * options.byteScale());
        Optional<StoredFile> file = input > 0 ? file(lines, columns, input, options) : Optional.empty();
        Input read = file.<Input>map(stored -> new Input.File(stored.name()))
                .orElse(input > 0 ? new Input.Blocks(input) : new Input.None());
        return new Line(
                new Job(columns[0], "swim", "default", submit, stages(lines, input, read, shuffle, output, options)),
                file);
    }

    private static Optional<StoredFile> file(Lines lines, String[] columns, long bytes, Options options) {
        String path = columns.length > COLUMNS ? columns[COLUMNS].strip() : "";
        if (path.isEmpty()) {
            return Optional.empty();
        }
        if (path.length() > LONGEST_PATH) {
            throw lines.invalid("input path", "more than " + LONGEST_PATH + " characters");
        }
        return Optional.of(new StoredFile(path + ":" + bytes, bytes, options.blockBytes(), 0));
    }

    private static double number(Lines lines, String[] columns, int column, double most) {
        String text = columns[column].strip();
        if (text.matches("\\d{1,17}(\\.\\d{0,9})?") && Double.parseDouble(text) <= most) {
            return Double.parseDouble(text);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        throw lines.invalid(
                KEYS.get(column),
                QuotedText.text(bytes, 0, bytes.length) + " is not a number from 0 to " + (long) most);
    }

    private static List<Stage> stages(Lines lines, long input, Input read, long shuffle, long output, Options options) {
        // Maps that nothing follows write like reduces: a trace has jobs that read a few bytes and write terabytes.
        long writers = shuffle > 0 ? 1 : Math.min(options.mostReducers(), ceil(output, options.bytesPerReducer()));
        long maps = Math.max(Math.max(1, writers), ceil(input, options.blockBytes()));
        if (maps > MOST_TASKS) {
            throw lines.invalid(
                    KEYS.get(3), maps + " blocks; at most " + MOST_TASKS + " are accepted: make them larger");
        }
        Output written = output > 0 ? new Output.Files(output, 0, 0) : new Output.None();
        if (shuffle == 0) {
            return List.of(stage((int) maps, read, written, List.of(), options));
        }
        long reduces = ceil(Math.max(shuffle, output), options.bytesPerReducer());
        return List.of(
                stage((int) maps, read, new Output.Shuffle(shuffle), List.of(), options),
                stage(
                        (int) Math.max(1, Math.min(options.mostReducers(), reduces)),
                        new Input.Shuffle(List.of()),
                        written,
                        List.of(0),
                        options));
    }

    private static long ceil(long bytes, long each) {
        return (bytes + each - 1) / each;
    }

    private static Stage stage(int tasks, Input input, Output output, List<Integer> parents, Options options) {
        return new Stage(tasks, input, options.computeSecondsPerByte(), 0, output, parents, List.of(), List.of());
    }
}
