// SPDX-License-Identifier: Apache-2.0
/** Slow disks: loop devices with a throttle, for hosts whose topology gives their disk's rates. Needs the real root. */
package org.fairlead.testbed.disk;
