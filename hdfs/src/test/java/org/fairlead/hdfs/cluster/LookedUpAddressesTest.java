// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class LookedUpAddressesTest {
    private final HandDrivenTime time = new HandDrivenTime();
    private final Map<String, String> service = new HashMap<>(Map.of("h1", "10.0.0.1", "h2", "10.0.0.2"));
    private final List<String> asked = new ArrayList<>();
    private final LookedUpAddresses names = new LookedUpAddresses(time, name -> {
        asked.add(name);
        if (!service.containsKey(name)) {
            throw new UnknownHostException(name);
        }
        return service.get(name);
    });

    private void lookUp(String... hosts) {
        asked.clear();
        names.lookUp(List.of(hosts), () -> true);
    }

    @Test
    void nobodyIsAskedByWhoWantsToKnow() {
        assertThat(names.address("h1")).isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void addressesAreKeptAndAskedForAgain() {
        lookUp("h1", "h2", "h3");
        assertThat(names.address("h1")).contains("10.0.0.1");
        assertThat(names.address("h3")).isEmpty();
        long version = names.version();
        lookUp("h1", "h2", "h3");
        assertThat(asked).isEmpty();

        time.pass(Duration.ofSeconds(30));
        lookUp("h1", "h2", "h3");
        assertThat(asked).containsExactly("h3");
        assertThat(names.version()).isEqualTo(version);

        service.put("h1", "10.0.0.9");
        time.pass(Duration.ofMinutes(10));
        lookUp("h1", "h2", "h3");
        assertThat(names.address("h1")).contains("10.0.0.9");
        assertThat(names.version()).isEqualTo(version + 1);
    }

    @Test
    void anAddressStaysWhileNobodyAnswersAndAsLongAsItsHostIsThere() {
        lookUp("h1");
        service.clear();
        time.pass(Duration.ofMinutes(10));
        lookUp("h1");
        assertThat(names.address("h1")).contains("10.0.0.1");

        lookUp("h2");

        assertThat(names.address("h1")).isEmpty();
    }
}
