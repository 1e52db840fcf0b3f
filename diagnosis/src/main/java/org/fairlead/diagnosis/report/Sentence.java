// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.analysis.Bound;
import org.fairlead.diagnosis.analysis.Cause;
import org.fairlead.diagnosis.analysis.Diagnosis;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.stragglers.Straggler;
import org.fairlead.report.TextLines;

/** A diagnosis in a few sentences. Where the network cannot be the problem, that comes first. */
final class Sentence {
    /** Below this share there is nothing to gain that anybody would notice. */
    private static final double LITTLE = 0.05;

    private static final int MOST_HOSTS = 3;

    private Sentence() {}

    static String name(Diagnosis diagnosis) {
        Diagnosis.Subject subject = diagnosis.subject();
        String id = subject.id().isBlank() ? "an application without an id" : subject.id();
        String attempt = subject.attempt().isBlank() ? "" : ", attempt " + subject.attempt();
        return subject.name().isBlank() ? id + attempt : "\"" + subject.name() + "\" (" + id + attempt + ")";
    }

    /** The shortest answer: the cause that is named, else a source that was seen to be slow, else what the network can be to blame for. */
    static String headline(Diagnosis diagnosis) {
        return named(diagnosis).or(() -> slowSource(diagnosis)).orElseGet(() -> network(diagnosis));
    }

    private static Optional<String> named(Diagnosis diagnosis) {
        return diagnosis
                .verdict()
                .first()
                .map(cause -> "It was slow for " + TextLines.visible(cause.words())
                        + ": without that, jobs would have taken about " + Figures.percent(cause.saves()) + " less"
                        + Figures.ends(cause.savesLeast(), cause.savesMost()) + ".");
    }

    private static Optional<String> slowSource(Diagnosis diagnosis) {
        return diagnosis
                .causes()
                .sources()
                .filter(sources -> !sources.slow().isEmpty())
                .map(SourcesText::headline);
    }

    private static String network(Diagnosis diagnosis) {
        Bound network = diagnosis.bound(Cause.NETWORK);
        if (network.atMost() <= LITTLE) {
            return "The network is not the problem: an infinitely fast one would save at most "
                    + Figures.atMost(network.atMost()) + of(diagnosis);
        }
        return "An infinitely fast network would save at most " + between(network) + of(diagnosis);
    }

    private static String of(Diagnosis diagnosis) {
        return " of the " + Figures.time(diagnosis.times().jobs()) + " in which jobs ran.";
    }

    /** What a bound says, with what of it is measured. */
    static String between(Bound bound) {
        boolean apart = Double.isFinite(bound.measured()) && bound.atMost() - bound.measured() >= 0.005;
        return Figures.atMost(bound.atMost()) + (apart ? " (" + Figures.percent(bound.measured()) + " measured)" : "");
    }

    /** What comes after the headline. */
    static String details(Diagnosis diagnosis) {
        List<String> sentences = new ArrayList<>();
        if (named(diagnosis).isPresent()) {
            slowSource(diagnosis).ifPresent(sentences::add);
        }
        if (named(diagnosis).isPresent() || slowSource(diagnosis).isPresent()) {
            sentences.add(network(diagnosis));
        }
        sentences.add("Disks without limits: at most " + between(diagnosis.bound(Cause.DISKS)) + ".");
        diagnosis.bounds().stream()
                .filter(bound -> bound.cause() != Cause.NETWORK && bound.cause() != Cause.DISKS)
                .filter(bound -> bound.atMost() > LITTLE)
                .max(Comparator.comparingDouble(Bound::atMost))
                .ifPresent(bound -> sentences.add("Most of all, with "
                        + bound.cause().title() + ": at most " + Figures.atMost(bound.atMost()) + "."));
        hosts(diagnosis).ifPresent(sentences::add);
        sentences.add("Of the task time " + Figures.percent(diagnosis.split().share(Part.COMPUTING))
                + " was computing; of " + Figures.percent(diagnosis.untoldShare())
                + " the log does not say what it was spent on.");
        return String.join(" ", sentences);
    }

    private static Optional<String> hosts(Diagnosis diagnosis) {
        if (diagnosis.stragglers().isEmpty()) {
            return diagnosis.compared().hosts() < 2
                    ? Optional.empty()
                    : Optional.of("No host is slower than the others by more than chance.");
        }
        List<String> hosts = diagnosis.stragglers().stream()
                .limit(MOST_HOSTS)
                .map(Sentence::host)
                .toList();
        int more = diagnosis.stragglers().size() - hosts.size();
        return Optional.of(String.join(" ", hosts) + (more > 0 ? " " + more + " more hosts are slow." : ""));
    }

    private static String host(Straggler each) {
        boolean removable = each.without().isKnown() && each.without().low() > 0;
        return "Host " + each.host() + " is slow (" + each.kind().title() + "): "
                + (removable
                        ? "without it " + Figures.saving(each.without())
                        : "were it like the others " + Figures.saving(each.repaired()))
                + ".";
    }
}
