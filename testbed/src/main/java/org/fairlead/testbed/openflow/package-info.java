// SPDX-License-Identifier: Apache-2.0
/** A topology whose switches are bridges of Open vSwitch. */
package org.fairlead.testbed.openflow;
