// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who a token or a certificate stands for: {@code ROLE[:NAME[,NAME…]]}.
 *
 * @param names hosts of an agent, switches of an exporter, addresses of a NameNode, names of an application; of an operator,
 *     for people alone; empty for {@link Role#ANY}
 */
public record Identity(Role role, SortedSet<String> names) {
    /** Whoever may do everything: this machine, where nothing else is configured. */
    public static final Identity ANYBODY = new Identity(Role.ANY, new TreeSet<>());

    private static final int MOST_NAMES = 4096;
    private static final int LONGEST_NAME = 255;

    public Identity {
        names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
        if (role.needsName() && names.isEmpty()) {
            throw new IllegalArgumentException("'" + role.word() + "' needs a name: " + role.word() + ":NAME");
        }
        if (role == Role.ANY && !names.isEmpty()) {
            throw new IllegalArgumentException("'any' speaks for everybody: it takes no name");
        }
        if (names.size() > MOST_NAMES) {
            throw new IllegalArgumentException(names.size() + " names; at most " + MOST_NAMES + " are accepted");
        }
        for (String name : names) {
            if (name.length() > LONGEST_NAME || name.chars().anyMatch(c -> c <= ' ' || c == 0x7f)) {
                throw new IllegalArgumentException("names of 1 to " + LONGEST_NAME + " characters are expected");
            }
        }
    }

    public static Identity of(Role role, Collection<String> names) {
        return new Identity(role, new TreeSet<>(names));
    }

    /** @throws IllegalArgumentException what is wrong with it, and what is accepted */
    public static Identity of(String text) {
        int colon = text.indexOf(':');
        String word = colon < 0 ? text : text.substring(0, colon);
        Role role = Role.of(word)
                .orElseThrow(
                        () -> new IllegalArgumentException("'" + word + "' is no role; accepted: " + Role.words()));
        String list = colon < 0 ? "" : text.substring(colon + 1);
        return of(
                role,
                Arrays.stream(list.split(",")).filter(name -> !name.isEmpty()).toList());
    }

    /**
     * Whether it may speak under a name. An application also speaks for its parts, {@code NAME/…}; a NameNode that is named
     * without a port speaks for each port of that host.
     */
    public boolean speaksFor(String name) {
        return switch (role) {
            case ANY -> true;
            case AGENT -> names.contains(name);
            case APPLICATION -> names.contains(name) || names.stream().anyMatch(own -> name.startsWith(own + "/"));
            case NAMENODE -> names.contains(name) || names.contains(name.replaceFirst(":\\d+$", ""));
            case EXPORTER, OPERATOR -> false;
        };
    }

    /** Whether it may report a link between two nodes. */
    public boolean reportsLink(String from, String to) {
        return role == Role.ANY || (role == Role.EXPORTER && (names.contains(from) || names.contains(to)));
    }

    /** Whether it names whom it stands for, so that nobody else can have spoken as it. */
    public boolean isOfSomebody() {
        return role != Role.ANY;
    }

    @Override
    public String toString() {
        return role.word() + (names.isEmpty() ? "" : ":" + String.join(",", names));
    }
}
