// SPDX-License-Identifier: Apache-2.0
/** Applications that are slow for a cause which only a file knows, and whether {@code why} finds it. */
package org.fairlead.testbed.causes;
