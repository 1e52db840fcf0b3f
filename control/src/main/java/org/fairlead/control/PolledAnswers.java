// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.control.http.HttpAnswer;
import org.fairlead.control.http.HttpQuestion;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.control.http.Responder;
import org.fairlead.control.view.LongPolls;
import org.fairlead.control.view.Publication;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.protocol.trust.Role;

/** What a controller answers as soon as there is news: views, plans of paths, and rates. */
final class PolledAnswers {
    private static final long LONGEST_WAIT_MILLIS = 60_000;

    private final ControllerParts desk;

    PolledAnswers(ControllerParts desk) {
        this.desk = desk;
    }

    void view(HttpQuestion question, Encoding encoding, Responder asker) throws RefusedException {
        desk.views()
                .await(
                        question.number("after", 0, Long.MAX_VALUE, 0),
                        epoch(question),
                        wait(question),
                        question.parameter("application").orElse(""),
                        encoding,
                        poller(encoding, asker));
    }

    /** An agent reads what its own host is to do, and is known to do it from then on; who speaks for switches does it for all hosts. */
    void paths(HttpQuestion question, Encoding encoding, Responder asker) throws RefusedException {
        String host = question.parameter("host").orElse("");
        Optional<Role> role = question.identity().map(Identity::role);
        if (role.isPresent() && role.get() == Role.AGENT) {
            AccessControl.speaksFor(question.identity().get(), host);
        }
        boolean own = role.isPresent() && (role.get() == Role.AGENT || role.get() == Role.ANY) && !host.isEmpty();
        boolean all = role.isPresent() && role.get() == Role.EXPORTER && host.isEmpty();
        if (own || all) {
            desk.paths().follows(host, classes(question));
        }
        desk.paths().await(asked(question, host, encoding), wait(question), poller(encoding, asker));
    }

    /** The driver of a host or switch reads what that is to guarantee, and is known to do it from then on. */
    void rates(HttpQuestion question, Encoding encoding, Responder asker) throws RefusedException {
        String node = question.parameter("node").orElse("");
        Optional<Identity> identity = question.identity();
        Role role = identity.map(Identity::role).orElse(Role.OPERATOR);
        if (role == Role.AGENT) {
            AccessControl.speaksFor(identity.get(), node);
        }
        if (role == Role.EXPORTER && !identity.get().names().contains(node)) {
            throw new RefusedException(
                    Reason.FORGED, "'" + identity.get() + "' does not speak for the switch '" + node + "'");
        }
        if (role != Role.OPERATOR && !node.isEmpty()) {
            desk.rates().follows(node);
        }
        desk.rates().await(asked(question, node, encoding), wait(question), poller(encoding, asker));
    }

    private Publication.Asked asked(HttpQuestion question, String node, Encoding encoding) throws RefusedException {
        return new Publication.Asked(question.number("after", 0, Long.MAX_VALUE, 0), epoch(question), node, encoding);
    }

    /** Of who does not say it, all. */
    private static Set<TrafficClass> classes(HttpQuestion question) throws RefusedException {
        Set<TrafficClass> classes = EnumSet.noneOf(TrafficClass.class);
        List<String> written = question.parameter("classes")
                .map(text -> List.of(text.split(",", -1)))
                .orElse(TrafficClass.labels());
        for (String label : written) {
            try {
                classes.add(TrafficClass.named(label));
            } catch (IllegalArgumentException e) {
                throw new RefusedException(Reason.GARBAGE, "classes: " + e.getMessage());
            }
        }
        return classes;
    }

    private long epoch(HttpQuestion question) throws RefusedException {
        long epoch = question.number("epoch", 0, Long.MAX_VALUE, 0);
        return epoch == 0 ? desk.epoch() : epoch;
    }

    private static LongPolls.Poller poller(Encoding encoding, Responder asker) {
        return new LongPolls.Poller() {
            @Override
            public void answer(byte[] bytes) {
                asker.answer(new HttpAnswer(200, encoding.contentType(), bytes, Map.of()));
            }

            @Override
            public boolean isGone() {
                return asker.isGone();
            }
        };
    }

    private static Duration wait(HttpQuestion question) throws RefusedException {
        Optional<String> seconds = question.parameter("wait");
        try {
            double millis = 1000 * Double.parseDouble(seconds.orElse("0"));
            if (millis >= 0 && millis <= LONGEST_WAIT_MILLIS) {
                return Duration.ofMillis(Math.round(millis));
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new RefusedException(Reason.GARBAGE, "wait: a number of seconds from 0 to 60 is expected");
    }
}
