// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.protocol.yaml.YamlNode;

/** One of TCP's ports by which a class of traffic is known. */
public record ClassPort(LinuxLabels.Port whose, int port) {
    private static final int MOST = 65_535;
    private static final int MOST_OF_A_CLASS = 64;
    private static final Pattern WRITTEN = Pattern.compile("(own|peer) (\\d{1,5})(?:-(\\d{1,5}))?");

    /**
     * Reads {@code own 9866}, {@code peer 9866} or a range such as {@code own 7400-7415}.
     *
     * @throws IllegalArgumentException with what is accepted
     */
    public static List<ClassPort> named(String text) {
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

    /**
     * Reads the ports of classes: one or several by a class's label.
     *
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Map<TrafficClass, List<ClassPort>> byClass(YamlNode classes) {
        classes.allow(
                Arrays.stream(TrafficClass.values()).map(TrafficClass::label).toArray(String[]::new));
        Map<TrafficClass, List<ClassPort>> ports = new EnumMap<>(TrafficClass.class);
        classes.mapping().forEach((name, written) -> {
            List<ClassPort> ofClass = new ArrayList<>();
            for (YamlNode each : written.isSequence() ? written.sequence() : List.of(written)) {
                ofClass.addAll(each.as(ClassPort::named));
            }
            if (ofClass.isEmpty() || ofClass.size() > MOST_OF_A_CLASS) {
                throw written.invalid("1 to " + MOST_OF_A_CLASS + " ports are expected, not " + ofClass.size());
            }
            ports.put(TrafficClass.named(name), List.copyOf(ofClass));
        });
        return ports;
    }

    /** Whether it is the sender's; else it is the receiver's. */
    public boolean isOwn() {
        return whose == LinuxLabels.Port.OWN;
    }

    @Override
    public String toString() {
        return (isOwn() ? "own " : "peer ") + port;
    }
}
