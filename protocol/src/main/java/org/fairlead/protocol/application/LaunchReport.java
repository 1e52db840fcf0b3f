// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

/**
 * Why a task runs where it runs, and what came of it.
 *
 * @param task its number in the stage
 * @param taskId the attempt's number in the application
 * @param executor Spark's id
 * @param host of the executor
 * @param source the host that its input was to be read from; empty when it reads from many, or nobody decided
 * @param distance from the source: {@code local}, {@code rack}, {@code remote}, {@code shuffle} or {@code unknown}
 * @param bytes of its input, as known at the launch; null when they were not
 * @param expectedSeconds until it ends, as predicted; null when nothing was
 * @param rule that chose it
 * @param reason that rule in words
 * @param ours where stock's choice counted: what ours would have done, in words; empty otherwise
 * @param takenSeconds null while it runs
 * @param status Spark's word
 * @param readBytes null while it runs
 * @param grounds on what the choice stood; while ours are observed, of what ours would have been; null when they were not kept
 */
public record LaunchReport(
        int stage,
        int attempt,
        int task,
        long taskId,
        long timeMillis,
        String executor,
        String host,
        String source,
        String distance,
        String locality,
        Double bytes,
        Double expectedSeconds,
        String rule,
        String reason,
        String ours,
        Double takenSeconds,
        String status,
        Long readBytes,
        GroundsReport grounds) {
    public LaunchReport {
        executor = MissingPart.text(executor);
        host = MissingPart.text(host);
        source = MissingPart.text(source);
        distance = MissingPart.text(distance);
        locality = MissingPart.text(locality);
        rule = MissingPart.text(rule);
        reason = MissingPart.text(reason);
        ours = MissingPart.text(ours);
        status = MissingPart.text(status);
    }
}
