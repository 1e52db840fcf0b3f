// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartsTest {
    private final List<String> ended = new ArrayList<>();
    private final Parts parts = new Parts();

    private AutoCloseable part(String name) {
        return parts.keep(() -> ended.add(name));
    }

    @Test
    void whatWasStartedLastEndsFirstAndOnce() {
        part("network");
        part("cluster");
        part("application");

        parts.close();
        parts.close();

        assertThat(ended).containsExactly("application", "cluster", "network");
    }

    @Test
    void oneThatDoesNotEndWellKeepsNobodyFromEnding() {
        part("network");
        parts.keep(() -> {
            throw new IOException("it hangs");
        });
        part("application");

        parts.close();

        assertThat(ended).containsExactly("application", "network");
    }

    @Test
    void oneMayEndBeforeTheOthers() {
        part("network");
        AutoCloseable cluster = part("cluster");
        part("application");

        parts.end(cluster);
        parts.end(cluster);
        parts.end(() -> ended.add("nobody's"));

        assertThat(ended).containsExactly("cluster");
        parts.close();
        assertThat(ended).containsExactly("cluster", "application", "network");
    }
}
