// SPDX-License-Identifier: Apache-2.0
/** Which hosts get the replicas of a new block, and in which order a reader should try those of an old one. */
package org.fairlead.core.placement;
