// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

/** A device that forwards between its links and never sends of its own. */
public record Switch(int index, String name) implements Node {}
