// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

/** An attempt at a stage. */
public record StageAttempt(int stage, int attempt) {}
