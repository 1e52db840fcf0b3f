// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

/** The kill switch: while it is off, every plug-in that follows this controller leaves all decisions to stock. */
public record EnforcementMessage(boolean enabled) {}
