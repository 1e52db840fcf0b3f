// SPDX-License-Identifier: Apache-2.0
/** The order in which coflows (the flows of one shuffle) are served. */
package org.fairlead.core.flow.coflow;
