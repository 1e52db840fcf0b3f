// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

/**
 * The controller's answer to a report.
 *
 * @param controller who answers
 * @param epoch grows with each start of a controller; who has seen a higher one follows that
 * @param accepted how much of the message was taken: heartbeats, links, decisions or flows
 * @param enforcement whether decisions may be enforced ({@code fairlead enforcement off} is the kill switch)
 */
public record Reply(String controller, long epoch, int accepted, boolean enforcement) {
    public Reply {
        Bounds.name("controller", controller);
        Bounds.count("epoch", epoch);
        Bounds.count("accepted", accepted);
    }
}
