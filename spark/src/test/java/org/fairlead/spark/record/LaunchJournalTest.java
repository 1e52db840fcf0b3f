// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaunchJournalTest {
    private final LaunchJournal journal = new LaunchJournal();
    private final List<Integer> entered = new ArrayList<>();

    @Test
    void entriesWaitUntilSomebodySettlesThemInTheirOrder() {
        IntStream.range(0, 100).forEach(i -> journal.add(() -> entered.add(i)));
        assertThat(entered).isEmpty();

        journal.settle();
        journal.settle();

        assertThat(entered).hasSize(100).isSorted();
    }

    @Test
    void anEntryThatThrowsCostsItselfAlone() {
        journal.add(() -> {
            throw new IllegalStateException("broken");
        });
        journal.add(() -> entered.add(1));

        journal.settle();

        assertThat(entered).containsExactly(1);
    }

    @Test
    void whatNobodySettlesIsSettledByWhoAdds() {
        IntStream.range(0, 100_000).forEach(i -> journal.add(() -> entered.add(i)));

        assertThat(entered).hasSizeGreaterThan(60_000).isSorted();
    }

    @Test
    void addingDoesNotWaitForOneThatSettles() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        journal.add(() -> {
            begun.countDown();
            await(go);
        });
        Thread settling = new Thread(journal::settle);
        settling.start();
        begun.await();

        IntStream.range(0, 100_000).forEach(i -> journal.add(() -> entered.add(i)));
        assertThat(entered).isEmpty();
        go.countDown();
        settling.join();
        journal.settle();

        assertThat(entered).hasSize(100_000).isSorted();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
