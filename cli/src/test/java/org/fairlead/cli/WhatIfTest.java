// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WhatIfTest {
    @TempDir
    private Path directory;

    @Test
    void eachChangeIsAnsweredAndAllTogether() throws IOException {
        Path figures = directory.resolve("figures.json");

        WhyTest.Outcome outcome = WhyTest.run(
                "what-if", WhyTest.LOG.toString(), "--links", "2x", "--executors", "2", "--json", figures.toString());

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        assertThat(outcome.output())
                .contains(
                        "replayed as it was",
                        "links 2 times as fast",
                        "2 executors",
                        "links 2 times as fast, 2 executors");
        assertThat(outcome.output().lines()).allSatisfy(line -> assertThat(line.codePointCount(0, line.length()))
                .isLessThanOrEqualTo(100));
        assertThat(Files.readString(figures)).contains("\"schema\" : 1", "\"answered\" : true", "\"least_s\"");
    }

    @Test
    void policiesRunInTheSimulatorOnTheHostsOfTheLog() throws IOException {
        Path page = directory.resolve("what-if.html");

        WhyTest.Outcome outcome = WhyTest.run(
                "what-if",
                WhyTest.LOG.toString(),
                "--policies",
                "stock,fairlead",
                "--seeds",
                "3",
                "--html",
                page.toString());

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        assertThat(outcome.output()).contains("Simulated on 1 host", "under stock");
        assertThat(Files.readString(page)).contains("How far the log is met");
    }

    @Test
    void policiesRunOnceMoreOnTheChangedCluster() {
        WhyTest.Outcome outcome = WhyTest.run(
                "what-if",
                WhyTest.LOG.toString(),
                "--policies",
                "stock",
                "--seeds",
                "3",
                "--links",
                "2x",
                "--executors",
                "2",
                "--disks",
                "4x");

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        assertThat(outcome.output())
                .contains(
                        "links 2 times as fast, disks 4 times as fast, 2 executors",
                        "\nstock, with links 2 times as fast and with 2 executors\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pom.xml | nothing is to be otherwise; accepted: --links, --disks, --without-host, --executors",
                "pom.xml --links 0.5x | --links '0.5x' is not a number above 1, such as 2x",
                "pom.xml --disks fast | --disks 'fast' is not a number above 1, such as 2x",
                "pom.xml --background none | --background none: a log does not tell what others sent; with --decisions FILE",
                "pom.xml --policies fastest | 'fastest'",
                "pom.xml --policies stock --link fast | --link 'fast' is not a rate above 0, such as 10gbit",
                "pom.xml --policies stock --links 0.5x | --links '0.5x' is not a number above 1, such as 2x",
                "pom.xml --policies stock --executors 0 | --executors '0' is not a whole number from 1 to 100000",
                "pom.xml --policies stock --seeds 0 | --seeds '0' is not a whole number from 1 to 1000",
                "pom.xml --policies stock --oversubscription 0.5 | --oversubscription '0.5' is not a number from 1 to 1000",
                "pom.xml --links 10000000x | --links '10000000x' is not a number above 1, such as 2x, and at most 1000000;",
                "pom.xml --links 2x --link 1gbit | --link is of the simulator, which answers --policies or --background FILE",
                "pom.xml --links 2x --seeds 3 | --seeds is of the simulator",
                "pom.xml --policies stock --background nowhere.yaml | nowhere.yaml: no such file",
                "pom.xml --links 2x --decisions nowhere | nowhere: no such file",
                "pom.xml --executors 0 | --executors '0' is not a whole number from 1 to 100000",
                "pom.xml --links 2x | pom.xml:1: not an event log of Spark",
                "nowhere --links 2x | nowhere: no such file",
            })
    void whatIsWrongIsSaidInOneLine(String arguments, String message) {
        WhyTest.Outcome outcome = WhyTest.run(("what-if " + arguments.strip()).split(" "));

        assertThat(outcome.exitCode()).as(outcome.error()).isEqualTo(2);
        assertThat(outcome.error().strip())
                .startsWith("fairlead: ")
                .contains(message)
                .hasLineCount(1);
    }

    @Test
    void aHostThatIsNotInTheLogIsRefusedWithThoseThatAre() {
        WhyTest.Outcome outcome = WhyTest.run("what-if", WhyTest.LOG.toString(), "--without-host", "w13");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.error()).contains("no task ran on a host 'w13'; tasks ran on ");
        assertThat(WhyTest.run("what-if", WhyTest.LOG.toString(), "--policies", "stock", "--without-host", "w13")
                        .error())
                .contains("no task ran on a host 'w13'; tasks ran on ");
        assertThat(WhyTest.run("what-if", WhyTest.LOG.toString(), "--repair-host", "w13")
                        .error())
                .contains("no task ran on a host 'w13'; tasks ran on ");
    }
}
