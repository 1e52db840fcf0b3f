// SPDX-License-Identifier: Apache-2.0
/** TCP between emulated hosts: many connections on few threads, and Multipath TCP in its place. */
package org.fairlead.testbed.network.tcp;
