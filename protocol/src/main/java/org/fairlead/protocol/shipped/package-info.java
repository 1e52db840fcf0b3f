// SPDX-License-Identifier: Apache-2.0
/** What comes with Fairlead and is found by its name. */
package org.fairlead.protocol.shipped;
