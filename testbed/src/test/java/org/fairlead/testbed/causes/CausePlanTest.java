// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.testbed.workload.driver.HeapFiller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Causes are drawn by seed. */
final class CausePlanTest {
    private static final List<CauseKind> ALL = Arrays.asList(CauseKind.values());
    private static final List<String> HOSTS = List.of("h1", "h2", "h3");
    private static final List<String> RACKS = List.of("r1", "r2");

    private static List<HiddenCause> draw(long seed, int runs) {
        return CausePlan.draw(seed, runs, ALL, HOSTS, RACKS);
    }

    @Property
    void everyKindIsDrawnAboutAsOften(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int runs) {
        List<HiddenCause> plan = draw(seed, runs);

        assertThat(plan).hasSize(runs).isEqualTo(draw(seed, runs));
        for (CauseKind kind : ALL) {
            assertThat(plan.stream().filter(cause -> cause.kind() == kind).count())
                    .isBetween((long) runs / ALL.size(), (long) (runs + ALL.size() - 1) / ALL.size());
        }
    }

    @Property
    void placesAndDegreesAreThoseOfTheKind(@ForAll long seed) {
        for (HiddenCause cause : draw(seed, 2 * ALL.size())) {
            switch (cause.kind().place()) {
                case NOWHERE -> assertThat(cause.place()).isEmpty();
                case HOST -> assertThat(HOSTS).contains(cause.place());
                case RACK -> assertThat(RACKS).contains(cause.place());
            }
            assertThat(cause.degree())
                    .isBetween(cause.kind().least(), cause.kind().most());
        }
    }

    @Property
    void eachApplicationHasOneCounterpartOfAKind(@ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int runs) {
        List<HiddenCause> plan = draw(seed, runs);
        List<Counterpart> counterparts = CausePlan.counterparts(seed, plan, HOSTS);

        assertThat(counterparts).isEqualTo(CausePlan.counterparts(seed, plan, HOSTS));
        for (HiddenCause cause : plan) {
            List<Counterpart> own = counterparts.stream()
                    .filter(each -> each.run() == cause.run())
                    .toList();
            assertThat(own).extracting(Counterpart::kind).containsExactly(Counterpart.Kind.values());
            assertThat(own.get(0).host()).isEmpty();
            assertThat(HOSTS).contains(own.get(1).host());
        }
    }

    @Test
    void onlyWhatEndedIsCompared(@TempDir Path directory) throws IOException {
        CauseFiles files = new CauseFiles(directory);
        assertThat(files.counterparts(1)).isEmpty();
        Counterpart faster = new Counterpart(1, Counterpart.Kind.FASTER_LINKS, "");
        Counterpart less = new Counterpart(1, Counterpart.Kind.WITHOUT_HOST, "h2");

        files.note(less);
        files.note(faster);
        files.note(new Counterpart(2, Counterpart.Kind.WITHOUT_HOST, "h1"));

        assertThat(files.counterparts(1)).containsExactly(faster, less);
        assertThat(files.observed(less)).isNotEqualTo(files.observed(1)).isNotEqualTo(files.observed(faster));
        Path noted = directory.resolve("counterparts").resolve("03-links-2x.json");
        Files.writeString(noted, "{\"run\":3,\"kind\":\"FASTER_DISKS\",\"host\":\"\"}");
        assertThatThrownBy(() -> files.counterparts(3))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("03-links-2x.json");
    }

    @Test
    void aHiddenCauseSaysWhatProcessorsHostsHad(@TempDir Path directory) throws IOException {
        CauseFiles files = new CauseFiles(directory);
        HiddenCause own = new HiddenCause(1, CauseKind.BUSY_NIC, "h2", 0.2).withProcessorsPerHost(0.25);

        files.hide(own);
        Path earlier = directory.resolve("hidden").resolve("02.json");
        Files.writeString(earlier, "{\"run\":2,\"kind\":\"SKEW\",\"place\":\"\",\"degree\":1.5}");

        assertThat(files.causes()).containsExactly(own, new HiddenCause(2, CauseKind.SKEW, "", 1.5));
        assertThat(files.causes()).extracting(HiddenCause::processorsPerHost).containsExactly(0.25, 0.0);
    }

    /** The command has no Spark on its class path, and so only their names. */
    @Test
    void thePlugInThatFillsHeapsIsCalledSo() {
        assertThat(ApplicationSettings.HEAP_FILLER).isEqualTo(HeapFiller.class.getName());
        assertThat(ApplicationSettings.HEAP_FREE).isEqualTo(HeapFiller.FREE);
    }

    @Test
    void aDirectoryOfSomethingElseIsRefused(@TempDir Path directory) {
        assertThatThrownBy(() -> new CauseFiles(directory).causes())
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("testbed causes");
    }
}
