// SPDX-License-Identifier: Apache-2.0
/**
 * Web pages of a live testbed, reached from outside its namespaces: a {@link org.fairlead.testbed.forward.ForwarderInside} inside, a {@link
 * org.fairlead.testbed.forward.Forwarder} on loopback outside, and a Unix domain socket in the testbed's directory between them.
 */
package org.fairlead.testbed.forward;
