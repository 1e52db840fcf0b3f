// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan.offer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.plan.Plan;
import org.fairlead.core.plan.PlanLimits;
import org.fairlead.core.task.Choice;
import org.junit.jupiter.api.Test;

/** A stage before its first plan, beside background traffic on the links of h1. */
class StageOffersTest {
    private static final long WAIT_NANOS = PlanLimits.USUAL.firstWait();

    private int slots = 4000;
    private boolean readsBlocks = true;
    /** Whether it is no traffic that speaks against h1, but that it is slow. */
    private boolean slowAlone;

    private final StageOffers offers = new StageOffers(PlanLimits.USUAL, new TrafficAtOneHost(), 0);

    private final class TrafficAtOneHost implements StageOffers.Context {
        @Override
        public boolean isUncontended() {
            return false;
        }

        @Override
        public boolean isUncontended(String host) {
            return !host.equals("h1");
        }

        @Override
        public boolean isUncontendedBesideSlowHosts() {
            return slowAlone;
        }

        @Override
        public boolean isSlow(String host) {
            return slowAlone && host.equals("h1");
        }

        @Override
        public int slots() {
            return slots;
        }

        @Override
        public boolean readsBlocks() {
            return readsBlocks;
        }

        @Override
        public boolean plansAreMade(long nowNanos) {
            return true;
        }

        @Override
        public boolean isClusterKnown() {
            return true;
        }

        @Override
        public void offerAgain(long atNanos, long nowNanos) {}
    }

    private OfferResponse respond(String host, long nowNanos) {
        return respond(host, 3_000_000_000L, nowNanos);
    }

    /** @param engineWaits nanoseconds before it launches anywhere */
    private OfferResponse respond(String host, long engineWaits, long nowNanos) {
        return respond(host, LocalityLevel.ANY, level -> engineWaits, nowNanos);
    }

    private OfferResponse respond(
            String host, LocalityLevel farthest, StageOffers.EngineWaits engineWaits, long nowNanos) {
        offers.beginRound(false, nowNanos);
        assertThat(offers.isUsable()).isTrue();
        return offers.respond(host, host, farthest, task -> true, true, engineWaits);
    }

    @Test
    void inASmallClusterEverySlotAwaitsThePlan() {
        slots = 1024;

        assertThat(respond("h1", 0)).isEqualTo(new OfferResponse.AwaitPlan(WAIT_NANOS));
        assertThat(respond("h2", 0)).isEqualTo(new OfferResponse.AwaitPlan(WAIT_NANOS));
    }

    @Test
    void inALargeOneSlotsOnUncontendedHostsTakeTasksBesideTheirInput() {
        assertThat(respond("h2", 0)).isEqualTo(OfferResponse.Plain.ENGINE_NEAR);
        assertThat(respond("h1", 0)).isEqualTo(new OfferResponse.AwaitPlan(WAIT_NANOS));
    }

    @Test
    void whatReadsNoBlocksHasNoSlotBesideItsInputAndAwaitsThePlan() {
        readsBlocks = false;

        assertThat(respond("h2", 0)).isEqualTo(new OfferResponse.AwaitPlan(WAIT_NANOS));
    }

    @Test
    void whatWasLaunchedBeforeThereWasAPlanIsNotHeldAgainstPlans() {
        offers.beginRound(false, 0);
        for (int i = 0; i < 2 * PlanPace.LAUNCHES; i++) {
            offers.launched("h2", true, false, i);
        }
        offers.beginRound(false, WAIT_NANOS / 2);
        assertThat(offers.isAside()).isFalse();
    }

    @Test
    void whatReadsNothingIsLeftToTheEngineUnlessItIsPlannedAllTheSame() {
        offers.withoutInput();
        offers.beginRound(false, 0);
        assertThat(offers.isUsable()).isFalse();

        offers.publish(null);
        assertThat(offers.isUsable()).isFalse();
        offers.publish(new Plan.Builder().build(0));
        assertThat(offers.isUsable()).isTrue();
    }

    @Test
    void whereOneHostIsSlowAndNothingElseIsContendedTheOthersAreStocks() {
        slowAlone = true;
        assertThat(respond("h1", 0)).isEqualTo(new OfferResponse.AwaitPlan(WAIT_NANOS));
        assertThat(respond("h2", 0)).isEqualTo(OfferResponse.Plain.ENGINE_NEAR);

        Plan.Builder builder = new Plan.Builder();
        OfferResponse.Decline decline = new OfferResponse.Decline(Choice.Cause.SOONER_ELSEWHERE, WAIT_NANOS, null);
        builder.decline("h1", decline);
        builder.decline("h2", decline);
        offers.publish(builder.build(0));

        assertThat(respond("h1", 1)).isEqualTo(decline);
        assertThat(respond("h2", 1)).isEqualTo(OfferResponse.Plain.ENGINE_NEAR);
    }

    @Test
    void aTaskGoesFarAtOnceIfItsInputLiesOnSlowHostsAlone() {
        slowAlone = true;
        OfferResponse.Launch left = far(4, true);
        Plan.Builder builder = new Plan.Builder();
        builder.launch("h2", left);
        builder.launch("h3", far(5, false));
        offers.publish(builder.build(0));

        assertThat(respond("h2", 1)).isEqualTo(left);
        assertThat(respond("h3", 1)).isEqualTo(OfferResponse.Plain.ENGINE_NEAR);
    }

    @Test
    void aTaskThatReadsMapOutputGoesFarAtOnceWhereItIsPlanned() {
        slowAlone = true;
        readsBlocks = false;
        Plan.Builder builder = new Plan.Builder();
        OfferResponse.Launch launch = far(4, false);
        builder.launch("h2", launch);
        offers.publish(builder.build(0));

        assertThat(respond("h2", 1)).isEqualTo(launch);
    }

    private static OfferResponse.Launch far(int task, boolean besideSlowHosts) {
        return new OfferResponse.Launch(
                task, LocalityLevel.ANY, 2, 1, List.of("h1"), 1e6, 0, 1, null, PathChoice.NETWORK, "", besideSlowHosts);
    }

    @Test
    void aLaunchDoesNotEndTheEnginesWaitWhileAFartherSlotIsLeftFree() {
        slowAlone = true;
        assertThat(respondPlanned("h3", 0)).isEqualTo(OfferResponse.Plain.ENGINE_NEAR);
        assertThat(respondPlanned("h2", 2_000_000_000L)).isEqualTo(OfferResponse.Plain.ENGINE_NEAR);
        offers.launched("h2", true, false, 2_000_000_000L);

        assertThat(respondPlanned("h3", 3_000_000_000L)).isEqualTo(OfferResponse.Plain.PASSED_OVER);
    }

    @Test
    void whatIsNotPlannedWaitsForNoLevelForWhichTheEngineDoesNot() {
        slowAlone = true;
        offers.publish(new Plan.Builder().build(0));
        StageOffers.EngineWaits forRacksAlone = level -> level == LocalityLevel.ANY ? 3_000_000_000L : 0;

        assertThat(respond("h2", LocalityLevel.HOST, forRacksAlone, 1)).isEqualTo(OfferResponse.Plain.ENGINE_NEAR);
        assertThat(respond("h2", LocalityLevel.RACK, forRacksAlone, 1)).isEqualTo(OfferResponse.Plain.PASSED_OVER);
        assertThat(respond("h2", LocalityLevel.ANY, forRacksAlone, 1)).isEqualTo(OfferResponse.Plain.ENGINE_NEAR);
    }

    private OfferResponse respondPlanned(String host, long nowNanos) {
        offers.publish(new Plan.Builder().build(nowNanos));
        return respond(host, nowNanos);
    }

    @Test
    void aSlotThatIsFreeSoonerThanForeseenIsNotLeftToLaterStages() {
        Plan.Builder builder = new Plan.Builder();
        OfferResponse.Decline early = new OfferResponse.Decline(Choice.Cause.SOONER_ELSEWHERE, WAIT_NANOS, null, true);
        builder.decline("h1", early);
        builder.decline("h2", early);
        offers.publish(builder.build(0));

        assertThat(respond("h1", 1)).isEqualTo(early);
        assertThat(respond("h2", 1)).isEqualTo(OfferResponse.Plain.ENGINE_NEAR);
        assertThat(respond("h2", 0, 2)).isEqualTo(OfferResponse.Plain.PASSED_OVER);
    }

    @Test
    void oncePlannedThePlanCounts() {
        Plan.Builder builder = new Plan.Builder();
        OfferResponse.Decline decline = new OfferResponse.Decline(Choice.Cause.RECEIVER_BUSY, WAIT_NANOS, null);
        builder.decline("h2", decline);
        offers.publish(builder.build(0));

        assertThat(respond("h2", 1)).isEqualTo(decline);
    }
}
