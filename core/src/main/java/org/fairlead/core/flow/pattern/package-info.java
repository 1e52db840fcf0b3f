// SPDX-License-Identifier: Apache-2.0
/** Traffic patterns by which choices of paths are compared, and what a network that never blocks would give their flows. */
package org.fairlead.core.flow.pattern;
