// SPDX-License-Identifier: Apache-2.0
/**
 * The messages between agents, switch exporters, NameNodes, applications and the controller: one set of records in two encodings, JSON for
 * people and CBOR between machines. Each record checks its bounds when it is made, so that what was decoded can be relied on.
 */
package org.fairlead.protocol.message;
