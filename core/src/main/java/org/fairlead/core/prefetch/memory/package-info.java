// SPDX-License-Identifier: Apache-2.0
/** What of fetched input a bounded memory keeps: {@link org.fairlead.core.prefetch.memory.PrefetchMemory} decides what is taken in and what gives way. */
package org.fairlead.core.prefetch.memory;
