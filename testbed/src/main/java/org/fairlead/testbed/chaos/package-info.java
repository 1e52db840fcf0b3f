// SPDX-License-Identifier: Apache-2.0
/**
 * Breaks a real cluster while it works: a plan of faults that a seed decides, those who plant and heal them, the history of all that
 * was acknowledged. What is to hold of a history is decided in {@code check}.
 */
package org.fairlead.testbed.chaos;
