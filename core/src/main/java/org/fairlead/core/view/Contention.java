// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.Locale;

/** What there is to be kept away from; the first that is found, in this order. */
public enum Contention {
    /** Nothing is known of the moment. */
    UNKNOWN,
    /** Others use more than a quarter of one. */
    LINKS,
    /** One is much busier than others. */
    DISKS,
    /** One gives its blocks slowly. */
    SOURCES,
    /** Tasks take longer on one. */
    HOSTS,
    NONE;

    /** As metrics call it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
