// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

/** One thing a round verified about itself. */
public record Check(String name, boolean passed, String detail) {}
