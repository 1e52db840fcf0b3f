// SPDX-License-Identifier: Apache-2.0
/** Many TCP connections between emulated hosts on few threads. */
package org.fairlead.testbed.network.tcp;
