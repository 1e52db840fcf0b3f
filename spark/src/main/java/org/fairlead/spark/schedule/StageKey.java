// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

/** An attempt at a stage. */
record StageKey(int stage, int attempt) {}
