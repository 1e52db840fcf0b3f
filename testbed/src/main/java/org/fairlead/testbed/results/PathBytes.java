// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

/**
 * What one host sent to another over several equal-cost paths, under one label. Bytes of whole packets of TCP, without those that only acknowledge.
 *
 * @param codepoint in the packets; 0: none, the network chose
 * @param path what the label names, such as {@code c1} or {@code a1-c2-a7}: the switches that not all of their paths cross; empty where there is no label
 * @param bytes all of it
 * @param named of these, what crossed these switches
 */
public record PathBytes(String from, String to, int codepoint, String path, long bytes, long named) {}
