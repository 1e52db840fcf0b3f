// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.sim.jobs.outcome.ExchangeCounts;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.outcome.LeadBytes;
import org.fairlead.sim.jobs.outcome.PathCounts;
import org.fairlead.sim.jobs.outcome.RequestCounts;
import org.fairlead.sim.jobs.policy.BlockSources;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Stage;

/** Collects what a run did. */
final class Results {
    private final boolean keepTasks;
    private final List<JobsOutcome.Attempted> tasks = new ArrayList<>();
    private final List<JobsOutcome.BlockWritten> blocks = new ArrayList<>();
    private final JobsOutcome.JobResult[] jobs;
    private final Map<Choice.Cause, long[]> declines = new EnumMap<>(Choice.Cause.class);
    private final Map<Locality, long[]> launches = new EnumMap<>(Locality.class);
    private double bytesLocal;
    private double bytesRack;
    private double bytesRemote;
    private double bytesAgain;
    private long speculative;
    private long speculativeWon;
    private long leftToStock;
    private double endSeconds;

    Results(int jobs, boolean keepTasks) {
        this.jobs = new JobsOutcome.JobResult[jobs];
        this.keepTasks = keepTasks;
        for (Choice.Cause cause : Choice.Cause.values()) {
            declines.put(cause, new long[1]);
        }
        for (Locality locality : Locality.values()) {
            launches.put(locality, new long[1]);
        }
    }

    void refused(Choice.Decline decline) {
        declines.get(decline.cause())[0]++;
    }

    void leftToStock() {
        leftToStock++;
    }

    void reads(int machine, int source, Locality locality, double bytes, BlockSources sources) {
        launches.get(locality)[0]++;
        bytesRead(machine, source, bytes, sources);
    }

    void bytesRead(int machine, int source, double bytes, BlockSources sources) {
        if (source == machine) {
            bytesLocal += bytes;
        } else if (sources.areOfOneRack(machine, source)) {
            bytesRack += bytes;
        } else {
            bytesRemote += bytes;
        }
    }

    /** A block was read from its host's memory, which had kept it. */
    void readAgain(double bytes) {
        bytesAgain += bytes;
    }

    void speculates() {
        speculative++;
    }

    void block(RunningAttempt attempt, double endSeconds) {
        blocks.add(new JobsOutcome.BlockWritten(
                attempt.stage.job.number,
                attempt.blockStartSeconds,
                attempt.firstByteSeconds,
                endSeconds,
                attempt.blockBytes));
    }

    /** An attempt is over, well or killed. */
    void over(RunningAttempt attempt, double now) {
        if (!attempt.killed) {
            double seconds = now - attempt.launchSeconds;
            JobState job = attempt.stage.job;
            if (attempt.stage.kind == InputKind.SHUFFLE) {
                job.reduces++;
                job.reduceSeconds += seconds;
            } else if (!(attempt.stage.stage.input() instanceof Stage.Input.None)) {
                job.maps++;
                job.mapSeconds += seconds;
            }
            speculativeWon += attempt.speculative ? 1 : 0;
        }
        if (keepTasks) {
            tasks.add(new JobsOutcome.Attempted(
                    attempt.stage.job.number,
                    attempt.stage.number,
                    attempt.task,
                    attempt.machine,
                    attempt.slot,
                    attempt.stage.kind == InputKind.BLOCKS,
                    attempt.locality,
                    attempt.launchSeconds,
                    attempt.inputSeconds,
                    now,
                    attempt.speculative,
                    attempt.killed));
        }
    }

    void ended(JobState job) {
        endSeconds = Math.max(endSeconds, job.finishSeconds);
        jobs[job.number] = result(job);
    }

    private static JobsOutcome.JobResult result(JobState job) {
        return new JobsOutcome.JobResult(
                job.job.name(),
                job.job.kind(),
                job.job.pool(),
                job.job.tasks(),
                job.job.submitSeconds(),
                job.finishSeconds,
                job.maps == 0 ? Double.NaN : job.mapSeconds / job.maps,
                job.reduces == 0 ? Double.NaN : job.reduceSeconds / job.reduces,
                job.farBytes,
                job.inTimeBytes);
    }

    private static List<Long> counts(Map<?, long[]> counts) {
        return counts.values().stream().map(count -> count[0]).toList();
    }

    /** @param running jobs that did not end */
    JobsOutcome outcome(
            Policies policies,
            long seed,
            List<JobState> running,
            JobsOutcome.LinkLoads links,
            List<Long> storedReplicas,
            PathCounts paths,
            LeadBytes leads,
            FetchedBytes fetched,
            RequestCounts requests,
            ExchangeCounts exchanges,
            boolean complete) {
        running.forEach(job -> jobs[job.number] = result(job));
        return new JobsOutcome(
                policies.name(),
                seed,
                Arrays.stream(jobs).filter(job -> job != null).toList(),
                tasks,
                blocks,
                links,
                new JobsOutcome.Counts(
                        counts(declines),
                        counts(launches),
                        bytesLocal,
                        bytesRack,
                        bytesRemote,
                        speculative,
                        speculativeWon,
                        leftToStock),
                storedReplicas,
                endSeconds,
                complete,
                paths,
                leads,
                fetched.and(new FetchedBytes(0, 0, 0, 0, bytesAgain)),
                requests,
                exchanges);
    }
}
