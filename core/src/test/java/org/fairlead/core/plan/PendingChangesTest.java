// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PendingChangesTest {
    @Test
    void whatHappenedBeforeAnybodyLookedIsNotKept() {
        PendingChanges changes = new PendingChanges(10);
        changes.gone(3);

        assertThat(changes.take()).isNull();
        assertThat(changes.take()).isEmpty();
    }

    @Test
    void changesComeInTheirOrder() {
        PendingChanges changes = new PendingChanges(10);
        changes.take();
        changes.gone(3);
        changes.gone(0);
        changes.added(3);

        assertThat(changes.isEmpty()).isFalse();
        assertThat(changes.take()).containsExactly(~3, ~0, 3);
        assertThat(changes.isEmpty()).isTrue();
    }

    @Test
    void moreThanAnybodyTakesIsNotKept() {
        PendingChanges changes = new PendingChanges(10);
        changes.take();
        for (int i = 0; i <= 1024; i++) {
            changes.gone(i);
        }

        assertThat(changes.take()).isNull();
    }
}
