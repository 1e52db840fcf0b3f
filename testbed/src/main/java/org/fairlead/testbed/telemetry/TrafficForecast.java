// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.topology.Link;
import org.fairlead.testbed.traffic.TrafficPlan;

/**
 * The load that flows of given rate will put on each link, as a step function of time. What TCP in the background will take is nobody's to
 * know in advance and not in it.
 *
 * @param startEpochMillis when the traffic's time 0 was
 * @param links by link name the steps {second, bytes per second on the wire}, each until the next; links without load are absent
 */
public record TrafficForecast(long startEpochMillis, Map<String, List<double[]>> links) {
    public static final TrafficForecast NOTHING = new TrafficForecast(0, Map.of());

    private static final JsonMapper MAPPER = new JsonMapper();

    public static TrafficForecast of(TrafficPlan plan, long startEpochMillis) {
        Map<String, List<double[]>> links = new LinkedHashMap<>();
        for (Link link : plan.topology().links()) {
            List<double[]> steps = new ArrayList<>();
            double last = 0;
            for (double second : plan.changes(link)) {
                double rate = plan.offeredBytesPerSecond(link, second);
                if (rate != last) {
                    steps.add(new double[] {second, Math.min(rate, link.bytesPerSecond())});
                    last = rate;
                }
            }
            if (!steps.isEmpty()) {
                links.put(link.name(), steps);
            }
        }
        return new TrafficForecast(startEpochMillis, links);
    }

    /** {@code {"startEpochMillis": N, "links": {"e1->h1": [[0.0, 1.0E7], [10.0, 0.0]]}}}. */
    String json() {
        try {
            return MAPPER.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
