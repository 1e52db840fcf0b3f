// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import java.util.Locale;

/** Why a host is suspected; strongest evidence first. */
public enum SuspicionCause {
    /** Its switch says that nothing is connected to the port. */
    NO_CARRIER("link without carrier"),
    /** None of those who should speak from it has been heard of in time. */
    SILENT("nothing heard of it"),
    /** Its system does not acknowledge what is sent to it, though it may send: half of the way is lost. */
    UNACKNOWLEDGED("what is sent to it is not acknowledged"),
    /** Its DataNode has been silent for long, though others speak from the host. */
    DATANODE_SILENT("its DataNode is silent"),
    /** Its executors have been silent for long, though others speak from the host. */
    EXECUTOR_SILENT("its executors are silent"),
    /** Several clients or tasks could not reach it. */
    FAILURES("clients or tasks failed on it");

    private final String words;

    SuspicionCause(String words) {
        this.words = words;
    }

    /** For a sentence. */
    public String words() {
        return words;
    }

    /** The cause of a {@link #label}; silence when it is none. */
    public static SuspicionCause labelled(String label) {
        for (SuspicionCause cause : values()) {
            if (cause.label().equals(label)) {
                return cause;
            }
        }
        return SILENT;
    }

    /** For messages and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
