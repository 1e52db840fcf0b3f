// SPDX-License-Identifier: Apache-2.0
/**
 * A testbed that stays up for experiments by hand. The inner process serves {@link
 * org.fairlead.testbed.live.ControlSocket requests} over a socket in the testbed's directory; commands outside send them.
 */
package org.fairlead.testbed.live;
