// SPDX-License-Identifier: Apache-2.0
/**
 * Where the blocks of a shuffle are to lie, and in which order they are brought there: {@link org.fairlead.core.shuffle.ExchangePlanners} has the ways to
 * decide it by name. Hosts are numbered from 0 by whoever asks: those that hold map output or may run reduce tasks.
 */
package org.fairlead.core.shuffle;
