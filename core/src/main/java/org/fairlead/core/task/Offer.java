// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/**
 * A slot to run that a host offers.
 *
 * @param host its index
 * @param free slots on it, this one included
 * @param exclusive whether only tasks whose input is of {@code kind} may run there (Hadoop's map slots and reduce slots)
 */
public record Offer(int host, int free, boolean exclusive, InputKind kind) {}
