// SPDX-License-Identifier: Apache-2.0
/**
 * Which input that is fetched ahead of its task is guaranteed a rate, so that it is there by its deadline. {@link
 * org.fairlead.core.prefetch.admission.RateAdmissions} has the ways to decide it by name.
 */
package org.fairlead.core.prefetch.admission;
