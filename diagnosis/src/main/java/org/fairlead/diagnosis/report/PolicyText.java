// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.replay.SelfCheck;
import org.fairlead.diagnosis.simulation.PolicyAnswer;
import org.fairlead.diagnosis.simulation.PolicyAnswer.Contender;
import org.fairlead.diagnosis.simulation.PolicyAnswer.StageGain;
import org.fairlead.diagnosis.stragglers.Straggler.Saving;
import org.fairlead.report.Amounts;

/** What an application would have taken under other policies, in words. */
final class PolicyText {
    /** Links that are less busy than that hold up nobody. */
    private static final double HARDLY_BUSY = 0.5;
    /** Of what is gained or lost, the least that a stage is named for. */
    private static final double LEAST_SHARE = 0.1;

    private static final double SHARES = 1e6;
    /** Of what the log says was waited for map output, so many times as much in the simulator: most was behind computing. */
    private static final double MOST_HIDDEN = 2;
    /** Of the application's time. */
    private static final double LEAST_FETCHING = 0.01;

    private PolicyText() {}

    /** On what it was simulated, and how far its own time was met. */
    static String setting(PolicyAnswer answer) {
        PolicyAnswer.Setting setting = answer.setting();
        SelfCheck check = answer.check();
        String text = "Simulated on " + plural(setting.hosts(), "host") + " with " + plural(setting.slots(), "slot")
                + " in " + plural(setting.racks(), "rack") + withoutRack(setting.hostsWithoutRack()) + ", links of "
                + Amounts.text(setting.linkBytesPerSecond(), "bytes/s")
                + (setting.linkIsAssumed()
                        ? " (a usual rate that the log's transfers fit into; --link is the true one)"
                        : "")
                + ", "
                + (setting.inputOnHosts()
                        ? "input on these hosts, placed anew with each seed"
                        : "input from elsewhere, which takes what it took")
                + ": "
                + (Double.isFinite(check.replayedMillis())
                        ? Figures.time(check.replayedMillis()) + " under stock (" + WhatIfText.off(check) + ")."
                        : "under stock it would never end.");
        PolicyAnswer.Fetching fetching = answer.fetching();
        if (fetching.simulatedMillis() > MOST_HIDDEN * fetching.loggedMillis()
                && fetching.simulatedMillis() > LEAST_FETCHING * check.loggedMillis()) {
            text += " There tasks waited " + Figures.taskTime(fetching.simulatedMillis())
                    + " for map output, by the log " + Figures.taskTime(fetching.loggedMillis())
                    + ": they fetched while they computed, so busier links would cost less than is said.";
        }
        return check.holds() ? text : text + " That is more than 10 % off: no answer is given for policies.";
    }

    private static String withoutRack(int hosts) {
        return hosts == 0 ? "" : " (one of them of " + plural(hosts, "host") + " that --zones does not name)";
    }

    static String plural(int count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }

    /** {@code fairlead, beside the traffic, with links 2 times as fast}. */
    static String words(Contender contender, PolicyAnswer.Setting setting) {
        return contender.policies() + (setting.background() ? ", beside the traffic" : "") + changed(contender);
    }

    private static String changed(Contender contender) {
        return contender.change().isNone() ? "" : ", " + contender.change().words();
    }

    static String takes(Contender contender) {
        if (!Double.isFinite(contender.millis())) {
            return "would never end";
        }
        return Double.isFinite(contender.leastMillis())
                ? Figures.times(contender.leastMillis(), contender.mostMillis())
                : Figures.time(contender.millis());
    }

    static String saves(Contender contender, SelfCheck check) {
        Saving saving = saving(contender, check);
        return isNothing(saving)
                ? "nothing: at most " + Figures.atMost(Math.max(0, saving.high()))
                : Figures.saving(saving);
    }

    private static boolean isNothing(Saving saving) {
        return saving.isKnown() && saving.high() < WhatIfText.NOTHING && saving.low() > -WhatIfText.NOTHING;
    }

    /** Without an interval both ends are the estimate. */
    static Saving saving(Contender contender, SelfCheck check) {
        double logged = check.loggedMillis();
        boolean sure = Double.isFinite(contender.leastMillis());
        return new Saving(
                saved(contender.millis(), logged),
                saved(sure ? contender.mostMillis() : contender.millis(), logged),
                saved(sure ? contender.leastMillis() : contender.millis(), logged));
    }

    /** Without what rounding leaves. */
    private static double saved(double millis, double logged) {
        return Math.rint((1 - millis / logged) * SHARES) / SHARES;
    }

    /** How busy links are, and that there is nothing to gain where they are not. */
    static String links(PolicyAnswer answer) {
        boolean nothing = !answer.setting().background()
                && answer.busiest().share() < HARDLY_BUSY
                && answer.contenders().stream().allMatch(each -> isNothing(saving(each, answer.check())));
        return "Under stock" + (answer.setting().background() ? ", without the traffic," : "") + " links are at most "
                + Figures.atMost(answer.busiest().share()) + " busy"
                + (answer.busiest().name().isEmpty()
                        ? ""
                        : " (" + answer.busiest().name() + ")")
                + (nothing ? ": nothing to gain." : ".");
    }

    /** Where a gain or a loss comes from; empty where there is neither. */
    static Optional<String> where(Contender contender, SelfCheck check) {
        Saving saving = saving(contender, check);
        if (!saving.isKnown() || isNothing(saving)) {
            return Optional.empty();
        }
        double least = LEAST_SHARE * Math.abs(check.loggedMillis() - contender.millis());
        List<String> stages = contender.gains().stream()
                .filter(gain -> Math.abs(gain.stockMillis() - gain.millis()) >= least)
                .map(PolicyText::stage)
                .toList();
        return stages.isEmpty()
                ? Optional.empty()
                : Optional.of(contender.policies() + changed(contender) + ": " + String.join("; ", stages) + ".");
    }

    private static String stage(StageGain gain) {
        String input = Math.abs(gain.inputMillis() - gain.stockInputMillis()) >= 1
                ? ", its tasks have their input after " + Figures.taskTime(gain.inputMillis()) + " instead of "
                        + Figures.taskTime(gain.stockInputMillis())
                : "";
        return "stage " + gain.label() + " takes " + Figures.time(gain.millis()) + " instead of "
                + Figures.time(gain.stockMillis()) + input;
    }
}
