// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.whatif.Change;
import org.fairlead.diagnosis.whatif.Prediction;
import org.fairlead.diagnosis.whatif.Question;
import org.fairlead.diagnosis.whatif.WhatIf;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications whose slow place is taken away take what the same do without one. Nobody gets in anybody's way in them, so that the least is true. First tasks of slots stay as they were. */
final class WithoutSlowPlaceTest {
    private static final int PAIRS = 2;
    private static final int MAPS = 48;
    private static final int REDUCES = 36;
    private static final double NEAR = 0.1;

    @TempDir
    private Path directory;

    private MadeUpCluster cluster(long seed) {
        return new MadeUpCluster(seed, directory, 0.3);
    }

    private double quietMillis(long seed) {
        return new Schedule(cluster(seed).stages(PAIRS, MAPS, REDUCES).log()).loggedMillis();
    }

    private void meets(MadeUpCluster cluster, Change change, double truth) throws IOException {
        MadeUpCluster ran = cluster.stages(PAIRS, MAPS, REDUCES);
        double took = new Schedule(ran.log()).loggedMillis();
        Prediction prediction = WhatIf.answer(
                        ran.log(),
                        new Question(List.of(change), Optional.empty(), Optional.of(ran.observed()), ran.zones()),
                        RunObserver.NONE)
                .predictions()
                .get(0);

        assertThat(prediction.leastMillis()).isCloseTo(truth, within(NEAR * truth));
        assertThat(prediction.mostMillis())
                .isGreaterThanOrEqualTo(prediction.leastMillis())
                .isLessThan(took);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void trafficOnAHostsLinkIsTakenAwayBothWays(long seed) throws IOException {
        meets(cluster(seed).slowLink(2, 6), Change.NONE.withoutBackground(), quietMillis(seed));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void trafficOnARacksLinkIsTakenAwayWhereRacksAreKnown(long seed) throws IOException {
        meets(cluster(seed).slowRack(1, 6), Change.NONE.withoutBackground(), quietMillis(seed));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aRepairedDiskGivesToAllAsTheOthersDo(long seed) throws IOException {
        meets(cluster(seed).slowDisk(3, 6), Change.NONE.withRepaired("h3"), quietMillis(seed));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aRepairedProcessorWorksAsTheOthersDo(long seed) throws IOException {
        meets(cluster(seed).slowProcessor(4, 5), Change.NONE.withRepaired("h4"), quietMillis(seed));
    }

    @Test
    void whereNothingIsSlowNothingIsTakenAway() throws IOException {
        MadeUpCluster quiet = cluster(1).stages(PAIRS, MAPS, REDUCES);

        assertThat(new PlaceCauses(new Schedule(quiet.log()), Optional.of(quiet.observed()), quiet.zones())
                        .withoutSlowLink())
                .isEmpty();
    }
}
