// SPDX-License-Identifier: Apache-2.0
/** An object store on a host of the emulated network. */
package org.fairlead.testbed.objects;
