// SPDX-License-Identifier: Apache-2.0
/**
 * Which input is to be fetched ahead, from where, to where and by when: the scheduler run ahead of itself ({@link org.fairlead.core.prefetch.shadow.ShadowScheduler}), and how long what it
 * asks for stands ({@link org.fairlead.core.prefetch.shadow.PrefetchRequests}).
 */
package org.fairlead.core.prefetch.shadow;
