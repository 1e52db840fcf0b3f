// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

/** An end of a link: a host, which sends and receives, or a switch, which forwards. */
public sealed interface Node permits Host, Switch {
    /** Dense number of this node in its topology, from 0, over hosts and switches alike. */
    int index();

    /** Unique name in its topology. */
    String name();
}
