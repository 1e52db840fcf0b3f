// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PreflightTest {
    private static Preflight.Attempt attempt(String script) {
        return Preflight.Attempt.of(List.of("sh", "-c", script), 1);
    }

    @Test
    void whatACommandSaidIsALine() {
        assertThat(attempt("echo one; echo two >&2")).isEqualTo(new Preflight.Attempt(true, "one two"));
        assertThat(attempt("echo no; exit 3")).isEqualTo(new Preflight.Attempt(false, "no"));
    }

    @Test
    void aCommandThatDoesNotEndIsEnded() {
        assertThat(attempt("sleep 600 & sleep 600")).isEqualTo(new Preflight.Attempt(false, "no answer in 1 s"));
    }

    @Test
    void aCommandThatLeavesSomethingBehindIsNotWaitedFor() {
        assertThat(attempt("sleep 30 & exit 0").succeeded()).isTrue();
    }

    @Test
    void aCongestionControlThatTheKernelLacksIsNamed() {
        assertThat(Preflight.missingCongestionControl("reno", true)).isEmpty();
        assertThat(Preflight.missingCongestionControl("nonsense", true))
                .singleElement()
                .satisfies(lack -> assertThat(lack)
                        .contains("no congestion control 'nonsense'; it has ", "reno", "modprobe tcp_nonsense"));
        assertThat(Preflight.missingCongestionControl("nonsense", false)).hasSize(1);
    }
}
