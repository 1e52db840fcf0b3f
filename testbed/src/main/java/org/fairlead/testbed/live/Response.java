// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.live;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A live testbed's answer.
 *
 * @param problem empty when the request was carried out
 */
public record Response(String problem, JsonNode result) {}
