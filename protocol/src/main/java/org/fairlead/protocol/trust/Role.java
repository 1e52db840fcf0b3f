// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a token or a certificate is for; each bears exactly one. docs/controller.md has the table of who may do what. */
public enum Role {
    /** Reports the counters of the hosts that it names. */
    AGENT,
    /** Reports the counters of links into and out of the switches that it names. */
    EXPORTER,
    /** Reads, and sends decisions and what it hears of hosts under its name. */
    NAMENODE,
    /** Reads what concerns links, and reserves under its name. */
    APPLICATION,
    /** Reads everything, and turns the kill switch. */
    OPERATOR,
    /** All of these, under any name: one secret for a small cluster. */
    ANY;

    /** As files and certificates write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it says nothing without a name. */
    public boolean needsName() {
        return this != OPERATOR && this != ANY;
    }

    /** The role of that word; empty: there is none. */
    public static Optional<Role> of(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }

    /** All words, for those who are told what is accepted. */
    public static String words() {
        return Arrays.stream(values()).map(Role::word).collect(Collectors.joining(", "));
    }
}
