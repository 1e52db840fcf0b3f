// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

/**
 * What one link has carried since it was made.
 *
 * @param atNanos when it was read, by {@link System#nanoTime()}
 * @param bytes what left the queue, as HTB counts it: Ethernet header included, each segment of a large packet by itself
 * @param packets segments counted one by one
 * @param drops packets that the queue refused; they are not among {@code bytes}
 */
public record LinkCount(long atNanos, long bytes, long packets, long drops) {}
