// SPDX-License-Identifier: Apache-2.0
/** Forwarding by labels on real devices: a plan of labels as the commands or the tables that an operator configures. */
package org.fairlead.network.label;
