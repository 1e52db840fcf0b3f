// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.forward;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A web page of a testbed.
 *
 * @param host on which it is served
 * @param address of that host
 * @param needsToken whether its server asks for one: the forwarder then shows the testbed's, and passes on nothing but reading
 * @param absent why nothing may be there, in words
 */
public record Page(
        String name,
        String host,
        String address,
        int port,
        @JsonProperty("needs_token") boolean needsToken,
        String absent) {

    /** As a program on the emulated hosts finds it. */
    public String inside() {
        return "http://" + host + ":" + port;
    }
}
