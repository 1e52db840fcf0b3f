// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AddressBookTest {
    private final HandDrivenTime time = new HandDrivenTime();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean answers = true;
    private final AddressBook book = new AddressBook(
            host -> {
                asked.incrementAndGet();
                if (!answers) {
                    throw new UnknownHostException(host);
                }
                return List.of(InetAddress.getLoopbackAddress());
            },
            time);

    @AfterEach
    void end() {
        book.close();
    }

    private Optional<Set<InetAddress>> after(int questions) throws InterruptedException {
        book.of("h1", time.nanoTime());
        while (asked.get() < questions) {
            Thread.sleep(1);
        }
        Optional<Set<InetAddress>> known = book.of("h1", time.nanoTime());
        while (known.isEmpty()) {
            Thread.sleep(1);
            known = book.of("h1", time.nanoTime());
        }
        return known;
    }

    @Test
    void whatWasKnownStaysWhileNobodyAnswers() throws Exception {
        assertThat(after(1)).contains(Set.of(InetAddress.getLoopbackAddress()));
        answers = false;
        time.pass(Duration.ofMinutes(6));

        assertThat(after(2)).contains(Set.of(InetAddress.getLoopbackAddress()));
        time.pass(Duration.ofSeconds(11));
        assertThat(after(3)).contains(Set.of(InetAddress.getLoopbackAddress()));
    }

    @Test
    void afterAnHourItIsNotKnownAnyMore() throws Exception {
        after(1);
        answers = false;
        time.pass(Duration.ofMinutes(61));
        after(2);

        for (int i = 0; i < 1000 && book.of("h1", time.nanoTime()).orElseThrow().size() > 0; i++) {
            TimeUnit.MILLISECONDS.sleep(1);
        }

        assertThat(book.of("h1", time.nanoTime())).contains(Set.of());
    }

    @Test
    void whoHasNoAddressIsAskedForAgainSoon() throws Exception {
        answers = false;
        assertThat(after(1)).contains(Set.of());
        answers = true;
        time.pass(Duration.ofSeconds(11));
        after(2);

        for (int i = 0; i < 1000 && book.of("h1", time.nanoTime()).orElseThrow().isEmpty(); i++) {
            TimeUnit.MILLISECONDS.sleep(1);
        }

        assertThat(book.of("h1", time.nanoTime())).contains(Set.of(InetAddress.getLoopbackAddress()));
    }
}
