// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

/** Where a link's figure comes from. */
public enum Origin {
    /** Nobody measures it. */
    NONE,
    /** The sum of what the hosts beyond it reported; traffic of hosts without an agent is missing. */
    ESTIMATED,
    /** A host counted its own link. */
    HOST,
    /** A switch counted it. */
    SWITCH
}
