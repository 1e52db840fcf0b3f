// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps everything that a testbed makes in one place that disappears as a whole.
 *
 * <p>A command that needs a network runs itself a second time inside new user, network, mount and process namespaces.
 * The second run is as good as root in there and has no way out. When its first process ends, the kernel ends every
 * other process of the namespace and releases all interfaces and mounts; a pipe from the outer to the inner run (the
 * {@linkplain org.fairlead.testbed.sandbox.Lifeline lifeline}) makes it end when the outer one does, however that
 * happens. Only files can stay behind, in a directory that the next command of the same user clears away.
 */
package org.fairlead.testbed.sandbox;
