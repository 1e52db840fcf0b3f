// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.List;

/**
 * All that is known of one attempt at a stage.
 *
 * @param application Spark's id
 * @param launches newest first; a bounded number is kept of the whole application
 * @param declines likewise
 * @param links the most loaded ones while it ran
 */
public record StageDetail(
        String application,
        StageReport stage,
        List<LaunchReport> launches,
        List<DeclineReport> declines,
        List<LinkSeries> links) {
    public StageDetail {
        application = MissingPart.text(application);
        stage = MissingPart.stage(stage);
        launches = MissingPart.list(launches);
        declines = MissingPart.list(declines);
        links = MissingPart.list(links);
    }

    /**
     * A link's load at the moments when it was among the most loaded.
     *
     * @param bytesPerSecond its capacity
     */
    public record LinkSeries(String link, double bytesPerSecond, List<Sample> samples) {}

    /** @param share of the capacity that was used, 0 to 1 */
    public record Sample(long timeMillis, double share) {}
}
