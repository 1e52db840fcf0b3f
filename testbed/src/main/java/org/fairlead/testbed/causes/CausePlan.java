// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Draws why each of many applications will be slow. Deterministic for a seed. */
final class CausePlan {
    private CausePlan() {}

    /**
     * Every kind once, in a random order, then every kind once more: whoever ends a run early has drawn all kinds about alike.
     *
     * @param kinds in the order of the enumeration, so that the seed alone decides
     * @param hosts where a host's cause can be
     * @param racks where a rack's cause can be
     */
    static List<HiddenCause> draw(long seed, int runs, List<CauseKind> kinds, List<String> hosts, List<String> racks) {
        Random random = new Random(seed);
        List<HiddenCause> plan = new ArrayList<>();
        while (plan.size() < runs) {
            List<CauseKind> round = new ArrayList<>(kinds);
            Collections.shuffle(round, random);
            for (CauseKind kind : round) {
                plan.add(cause(plan.size() + 1, kind, random, hosts, racks));
            }
        }
        return List.copyOf(plan.subList(0, runs));
    }

    /**
     * For each application one on faster links, and one without a host, which is drawn. Places and degrees of the applications themselves are what they are without.
     *
     * @param hosts with slots
     */
    static List<Counterpart> counterparts(long seed, List<HiddenCause> plan, List<String> hosts) {
        Random random = new Random(~seed);
        List<Counterpart> all = new ArrayList<>();
        for (HiddenCause cause : plan) {
            all.add(new Counterpart(cause.run(), Counterpart.Kind.FASTER_LINKS, ""));
            all.add(new Counterpart(
                    cause.run(), Counterpart.Kind.WITHOUT_HOST, hosts.get(random.nextInt(hosts.size()))));
        }
        return List.copyOf(all);
    }

    private static HiddenCause cause(int run, CauseKind kind, Random random, List<String> hosts, List<String> racks) {
        String place =
                switch (kind.place()) {
                    case NOWHERE -> "";
                    case HOST -> hosts.get(random.nextInt(hosts.size()));
                    case RACK -> racks.get(random.nextInt(racks.size()));
                };
        return new HiddenCause(run, kind, place, degree(kind, random.nextDouble()));
    }

    private static double degree(CauseKind kind, double share) {
        double drawn = kind.least() + share * (kind.most() - kind.least());
        return switch (kind) {
            case SKEW -> Math.rint(2 * drawn) / 2;
            case TOO_FEW_TASKS, GARBAGE_COLLECTION -> Math.rint(drawn);
            default -> drawn;
        };
    }
}
