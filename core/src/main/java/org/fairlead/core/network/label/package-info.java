// SPDX-License-Identifier: Apache-2.0
/** Forwarding by labels: which codepoint that a sender writes into a packet stands for which path, and what switches have to do with it. */
package org.fairlead.core.network.label;
