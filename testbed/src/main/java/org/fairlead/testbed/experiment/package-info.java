// SPDX-License-Identifier: Apache-2.0
/**
 * Repeatable experiments: a scenario says what to measure, the runner measures it round by round, alternating between
 * contenders, and every round verifies itself.
 */
package org.fairlead.testbed.experiment;
