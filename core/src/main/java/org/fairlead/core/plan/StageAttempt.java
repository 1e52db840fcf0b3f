// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

/** An attempt at a stage. */
public record StageAttempt(int stage, int attempt) {}
