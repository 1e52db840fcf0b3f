// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class OutageLogTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<String> lines = new ArrayList<>();
    private final OutageLog absence = new OutageLog((Logger) Proxy.newProxyInstance(
            Logger.class.getClassLoader(), new Class<?>[] {Logger.class}, (proxy, method, arguments) -> {
                assertThat(method.getName()).isEqualTo("warn");
                lines.add((String) arguments[1]);
                return null;
            }));

    private void renew(boolean gone, double atSeconds) {
        absence.renew(gone, () -> "gone", () -> "back", (long) (atSeconds * SECOND));
    }

    @Test
    void whatIsThereIsNotToldAndWhatGoesIsToldOnceAndOnceWhenItIsBack() {
        for (int second = 0; second < 10; second++) {
            renew(false, second);
        }
        for (int second = 10; second < 200; second++) {
            renew(true, second);
        }
        renew(false, 200);
        renew(false, 201);

        assertThat(lines).containsExactly("gone", "back");
    }

    @Test
    void whatComesAndGoesIsToldOnceAMinute() {
        for (int second = 0; second < 120; second++) {
            renew(second % 2 == 0, second);
        }

        assertThat(lines).hasSizeBetween(4, 6);
    }
}
