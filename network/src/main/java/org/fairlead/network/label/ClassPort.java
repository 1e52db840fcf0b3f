// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** One of TCP's ports by which a class of traffic is known. */
record ClassPort(LinuxLabels.Port whose, int port) {
    private static final int MOST = 65_535;
    private static final Pattern WRITTEN = Pattern.compile("(own|peer) (\\d{1,5})(?:-(\\d{1,5}))?");

    /**
     * Reads {@code own 9866}, {@code peer 9866} or a range such as {@code own 7400-7415}.
     *
     * @throws IllegalArgumentException with what is accepted
     */
    static List<ClassPort> named(String text) {
        Matcher read = WRITTEN.matcher(text.strip());
        if (read.matches()) {
            LinuxLabels.Port whose = read.group(1).equals("own") ? LinuxLabels.Port.OWN : LinuxLabels.Port.PEER;
            int first = Integer.parseInt(read.group(2));
            int last = read.group(3) == null ? first : Integer.parseInt(read.group(3));
            if (first >= 1 && first <= last && last <= MOST) {
                return IntStream.rangeClosed(first, last)
                        .mapToObj(port -> new ClassPort(whose, port))
                        .toList();
            }
        }
        throw new IllegalArgumentException("'" + text
                + "' is no port; accepted: 'own' (the sender's) or 'peer' (the receiver's) and a number from 1 to "
                + MOST
                + " or a range, such as own 9866 or own 7400-7415");
    }

    @Override
    public String toString() {
        return (whose == LinuxLabels.Port.OWN ? "own " : "peer ") + port;
    }
}
