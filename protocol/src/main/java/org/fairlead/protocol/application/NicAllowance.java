// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

/**
 * How often a cloud held back packets of a host, since its network device had used up what it is allowed.
 *
 * @param device of the host
 * @param counter the driver's name for it, such as {@code bw_in_allowance_exceeded}
 * @param timeMillis when it was read, by the host's clock
 * @param packets since it was first read
 */
public record NicAllowance(String host, String device, String counter, long timeMillis, long packets) {
    public NicAllowance {
        host = MissingPart.text(host);
        device = MissingPart.text(device);
        counter = MissingPart.text(counter);
        if (packets < 0) {
            throw new IllegalArgumentException("packets: a number from 0 is expected");
        }
    }

    /** The same, of a host that is known better. */
    public NicAllowance of(String ofHost) {
        return new NicAllowance(ofHost, device, counter, timeMillis, packets);
    }
}
