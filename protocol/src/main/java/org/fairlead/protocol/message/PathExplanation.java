// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;

/**
 * Why what goes from one host to another takes the path that it takes.
 *
 * @param from a host's name in the topology
 * @param to a host's name in the topology
 * @param mode off, observe, canary or enforce
 * @param planner who plans
 * @param enforced whether hosts are to send by the plan at all
 * @param followed whether the sender's agent carries out paths
 * @param drawn whether the pair is one that is steered; not so of those that a canary leaves to the network
 * @param reason who decides for the pair, and why, in one sentence
 * @param paths the equal-cost paths between the two, by number
 * @param classes of traffic of which anything is requested or known
 */
public record PathExplanation(
        String controller,
        String from,
        String to,
        String mode,
        String planner,
        boolean enforced,
        boolean followed,
        boolean drawn,
        String reason,
        List<Way> paths,
        List<OfClass> classes) {
    private static final int MOST_PATHS = 1024;
    private static final int MOST_CLASSES = 16;
    private static final int LONGEST_REASON = 2000;

    public PathExplanation {
        Bounds.name("controller", controller);
        Bounds.name("from", from);
        Bounds.name("to", to);
        mode = Bounds.text("mode", mode, Bounds.LONGEST_NAME);
        planner = Bounds.text("planner", planner, Bounds.LONGEST_NAME);
        reason = Bounds.text("reason", reason, LONGEST_REASON);
        paths = Bounds.list("paths", paths, MOST_PATHS);
        classes = Bounds.list("classes", classes, MOST_CLASSES);
    }

    /**
     * A path.
     *
     * @param nodes that it goes over, both hosts included
     */
    public record Way(int path, List<String> nodes) {
        public Way {
            Bounds.count("paths.path", path);
            nodes = Bounds.list("paths.nodes", nodes, MOST_PATHS);
        }
    }

    /**
     * What is sent for one purpose.
     *
     * @param trafficClass {@code replication}, {@code block-read} or {@code shuffle}
     * @param path that the plan in force has for it; −1 where the network decides
     * @param reason one sentence
     * @param movedMillis since it was given this path; −1 where it has none
     * @param validMillis for which the plan holds unless it is renewed; 0 where the network decides
     * @param bytesPerSecond that it was promised; 0 where nothing was
     * @param requests who requests it now
     * @param decision when it was given its last path; null when it was not, or that was forgotten
     */
    public record OfClass(
            String trafficClass,
            int path,
            String reason,
            long movedMillis,
            long validMillis,
            long bytesPerSecond,
            List<Request> requests,
            Decision decision) {
        public OfClass {
            Bounds.name("classes.traffic_class", trafficClass);
            reason = Bounds.text("classes.reason", reason, LONGEST_REASON);
            requests = Bounds.list("classes.requests", requests, MOST_PATHS);
        }
    }

    /**
     * An application's request.
     *
     * @param bytes still to come
     * @param proposed the path that it counts on; −1 where it counts on none
     */
    public record Request(String application, long bytes, int proposed) {
        public Request {
            Bounds.name("requests.application", application);
            Bounds.count("requests.bytes", bytes);
        }
    }

    /**
     * The last that gave it a path.
     *
     * @param agoMillis when
     * @param path that it was given
     * @param before that it had; −1 where the network decided
     * @param requests who requested it then
     * @param estimates of its paths at that time, by number
     */
    public record Decision(long agoMillis, int path, int before, List<Request> requests, List<Estimate> estimates) {
        public Decision {
            Bounds.count("decision.ago_millis", agoMillis);
            requests = Bounds.list("decision.requests", requests, MOST_PATHS);
            estimates = Bounds.list("decision.estimates", estimates, MOST_PATHS);
        }
    }

    /**
     * What could be expected of a path.
     *
     * @param bytesPerSecond beside all others of the same plan; −1 where nothing bounds it
     * @param leftBytesPerSecond what background traffic left of the link that bounds it; −1 where nothing does
     * @param others pairs and classes that were planned over that link, too
     * @param link its name; empty where nothing bounds it
     */
    public record Estimate(int path, long bytesPerSecond, long leftBytesPerSecond, int others, String link) {
        public Estimate {
            Bounds.count("estimates.path", path);
            link = Bounds.text("estimates.link", link, 2 * Bounds.LONGEST_NAME + 2);
        }
    }
}
