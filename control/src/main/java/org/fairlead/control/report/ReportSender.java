// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.net.InetAddress;
import java.util.Optional;
import org.fairlead.protocol.trust.Identity;

/**
 * Whose message it is.
 *
 * @param identity as its token or certificate says
 * @param from the address it came from; empty: this process itself
 */
public record ReportSender(Identity identity, Optional<InetAddress> from) {
    /** This process itself, such as a switch poller in it. */
    public static final ReportSender INSIDE = new ReportSender(Identity.ANYBODY, Optional.empty());

    /** Whether nobody else can speak in this name. */
    boolean isProven() {
        return identity.isOfSomebody();
    }

    /** Who answers for claims: the owner of the token, or the address of one that shares a token with others. */
    String claimant() {
        return isProven()
                ? identity.toString()
                : "any at " + from.map(InetAddress::getHostAddress).orElse("home");
    }
}
