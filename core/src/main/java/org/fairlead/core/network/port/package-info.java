// SPDX-License-Identifier: Apache-2.0
/** Source ports as a means to take a path: which path a flow takes, by what answers probes; what is known of each port, for how long; which port a connection tries. */
package org.fairlead.core.network.port;
