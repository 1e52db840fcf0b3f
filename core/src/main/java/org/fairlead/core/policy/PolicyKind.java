// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.policy;

/**
 * What a policy decides. A name is used once in a kind; policies of several kinds may share one.
 *
 * @param type of its entries
 * @param label for people, in the singular
 */
public record PolicyKind<P extends Policy>(Class<P> type, String label) {}
