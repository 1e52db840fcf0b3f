// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.List;

/**
 * What was found in one log or several.
 *
 * @param unanswered a sentence for each log of which nothing can be said: which, and why
 */
public record Answers(List<Diagnosis> diagnoses, List<String> unanswered) {}
