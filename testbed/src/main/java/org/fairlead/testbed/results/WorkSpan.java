// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

/**
 * A piece of work on a host, drawn as a bar on the timeline.
 *
 * @param kind {@code write}, {@code read}, {@code task} or {@code flow}
 * @param startSeconds since the start of the round
 */
public record WorkSpan(String kind, String host, String label, double startSeconds, double endSeconds) {}
