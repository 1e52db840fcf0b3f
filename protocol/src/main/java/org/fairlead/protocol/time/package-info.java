// SPDX-License-Identifier: Apache-2.0
/** The time that plug-ins and the controller go by. */
package org.fairlead.protocol.time;
