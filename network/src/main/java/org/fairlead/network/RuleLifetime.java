// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import java.time.Duration;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;

/** How long what a driver puts into a kernel or switch lasts unless it is renewed. */
public final class RuleLifetime {
    /** Within it all is back to stock when whoever renews is gone. */
    private static final Duration USUAL = Duration.ofSeconds(5);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    private RuleLifetime() {}

    /**
     * The key {@code lifetime} of a driver's settings; 5 s without it.
     *
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Duration of(YamlNode settings) {
        if (settings.optional("lifetime").isEmpty()) {
            return USUAL;
        }
        YamlNode written = settings.required("lifetime");
        Duration lifetime = written.as(Quantities::duration);
        if (lifetime.compareTo(SHORTEST) < 0 || lifetime.compareTo(LONGEST) > 0) {
            throw written.invalid("'" + written.text() + "' is not from 1s to 1h");
        }
        return lifetime;
    }
}
