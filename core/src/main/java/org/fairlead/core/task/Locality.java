// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/** How far a task runs from its input; the nearest first. */
public enum Locality {
    /** On a host that holds it, or the task has no input that is anywhere. */
    HOST,
    /** In the rack of a host that holds it. */
    RACK,
    ANY
}
