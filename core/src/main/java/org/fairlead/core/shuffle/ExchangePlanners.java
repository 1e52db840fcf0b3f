// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.List;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyProvider;
import org.fairlead.core.policy.PolicyRegistry;

/** The exchange planners by name. To add one of ours: its line in {@link #policies}. */
public final class ExchangePlanners implements PolicyProvider {
    public static final String OWN = BandwidthAwareExchange.NAME;

    @Override
    public List<Policy> policies() {
        return List.of(
                new ExchangePlannerPolicy(
                        PairwiseExchange.NAME,
                        "one pairwise exchange of all with all, in rounds; what finds no memory goes to disk",
                        false,
                        false,
                        PairwiseExchange::new),
                new ExchangePlannerPolicy(
                        WindowedExchange.NAME,
                        "sizes first, then blocks in a window of each receiver; what finds no memory goes to disk",
                        false,
                        false,
                        WindowedExchange::new),
                new ExchangePlannerPolicy(
                        SkewAwareExchange.NAME,
                        "the same; what finds no memory goes to the host with most free memory, then to disk",
                        false,
                        false,
                        SkewAwareExchange::new),
                new ExchangePlannerPolicy(
                        OWN,
                        "what finds no memory goes where it is predicted to be read soonest; steps aside where stock is as fast",
                        true,
                        false,
                        BandwidthAwareExchange::new),
                new ExchangePlannerPolicy(
                        ClairvoyantExchange.NAME,
                        "the same, given the present loads and without a threshold: a bound",
                        true,
                        true,
                        ClairvoyantExchange::new));
    }

    public static List<String> names() {
        return PolicyRegistry.installed().names(ExchangePlannerPolicy.KIND);
    }

    /** @throws IllegalArgumentException if there is none of that name; its message lists those there are */
    public static ExchangePlanner named(String name) {
        return policy(name).factory().get();
    }

    /** @throws IllegalArgumentException if there is none of that name; its message lists those there are */
    public static ExchangePlannerPolicy policy(String name) {
        return PolicyRegistry.installed().named(ExchangePlannerPolicy.KIND, name);
    }
}
