// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

/**
 * What a task reads from one host.
 *
 * @param source the host's name
 * @param remote whether the task runs on another one
 */
public record BlockRead(String source, double bytes, boolean remote) {}
