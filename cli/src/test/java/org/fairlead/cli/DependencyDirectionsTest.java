// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies point one way: core and report ← protocol ← control, spark, sim and testbed ← validation ← cli. ARCHITECTURE.md draws it. */
@AnalyzeClasses(
        packages = {"org.fairlead", "io.fairlead"},
        importOptions = {DoNotIncludeTests.class, DependencyDirectionsTest.OwnClasses.class})
final class DependencyDirectionsTest {
    /** Libraries that a plug-in's jar has under our name are none of ours, and a jar of tests is no part of the house. */
    static final class OwnClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/org/fairlead/shaded/") && !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule CORE_STANDS_ON_THE_JDK_ALONE = classes()
            .that()
            .resideInAPackage("..core..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.fairlead.core..", "java..");

    @ArchTest
    static final ArchRule CORE_DOES_NO_INPUT_AND_OUTPUT = noClasses()
            .that()
            .resideInAPackage("..core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.io..", "java.nio..", "java.net..");

    @ArchTest
    static final ArchRule REPORTS_KNOW_NOTHING_OF_WHAT_THEY_REPORT = noClasses()
            .that()
            .resideInAPackage("org.fairlead.report..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.fairlead..")
                    .and(resideOutsideOfPackages("org.fairlead.report..", "org.fairlead.shaded..")));

    @ArchTest
    static final ArchRule PROTOCOL_STANDS_ON_CORE = noClasses()
            .that()
            .resideInAPackage("org.fairlead.protocol..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.fairlead.control..",
                    "org.fairlead.spark..",
                    "org.fairlead.testbed..",
                    "org.fairlead.sim..",
                    "org.fairlead.validation..",
                    "org.fairlead.cli..");

    @ArchTest
    static final ArchRule CONTROL_STANDS_ON_PROTOCOL = noClasses()
            .that()
            .resideInAPackage("org.fairlead.control..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.fairlead.testbed..",
                    "org.fairlead.hdfs..",
                    "org.fairlead.sim..",
                    "org.fairlead.validation..",
                    "org.fairlead.cli..");

    @ArchTest
    static final ArchRule SPARK_STANDS_ON_PROTOCOL = noClasses()
            .that()
            .resideInAnyPackage("org.fairlead.spark..", "io.fairlead.spark..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.fairlead.control..",
                    "org.fairlead.hdfs..",
                    "org.fairlead.testbed..",
                    "org.fairlead.sim..",
                    "org.fairlead.validation..",
                    "org.fairlead.cli..");

    @ArchTest
    static final ArchRule PACKAGES_OF_SPARK_ARE_FREE_OF_CYCLES =
            slices().matching("org.fairlead.spark.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_TESTBED_STARTS_CONTROLLERS_AS_PROCESSES = noClasses()
            .that()
            .resideInAPackage("org.fairlead.testbed..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.fairlead.control..", "org.fairlead.sim..", "org.fairlead.validation..");

    @ArchTest
    static final ArchRule THE_SIMULATOR_STANDS_ON_PROTOCOL = noClasses()
            .that()
            .resideInAPackage("org.fairlead.sim..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.fairlead.control..",
                    "org.fairlead.testbed..",
                    "org.fairlead.hdfs..",
                    "org.fairlead.validation..");

    @ArchTest
    static final ArchRule THE_SIMULATOR_HAS_NEITHER_CLOCK_NOR_CHANCE_NOR_THREADS = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.fairlead.sim.engine..",
                    "org.fairlead.sim.flows..",
                    "org.fairlead.sim.coflow..",
                    "org.fairlead.sim.jobs..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.time..", "java.util.concurrent..")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule PACKAGES_OF_THE_SIMULATOR_ARE_FREE_OF_CYCLES =
            slices().matching("org.fairlead.sim.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule PACKAGES_OF_CONTROL_ARE_FREE_OF_CYCLES =
            slices().matching("org.fairlead.control.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NOTHING_STANDS_ON_THE_COMMAND_LINE = noClasses()
            .that()
            .resideOutsideOfPackage("org.fairlead.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.fairlead.cli..", "picocli..");

    @ArchTest
    static final ArchRule NO_COMMAND_KNOWS_WHO_CALLS_IT = noClasses()
            .that()
            .resideInAPackage("org.fairlead.cli.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.fairlead.cli");

    @ArchTest
    static final ArchRule GROUPS_OF_COMMANDS_ARE_FREE_OF_CYCLES =
            slices().matching("org.fairlead.cli.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_WORK_KNOWS_NO_KIND_OF_STEP = noClasses()
            .that()
            .resideInAPackage("org.fairlead.testbed.workload")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.fairlead.testbed.workload.step..");

    @ArchTest
    static final ArchRule RESULTS_ARE_VALUES = classes()
            .that()
            .resideInAPackage("org.fairlead.testbed.results..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.fairlead.testbed.results..", "java..");

    @ArchTest
    static final ArchRule THE_CHECKER_OF_CHAOS_SHARES_NO_CODE_WITH_WHAT_RAN = classes()
            .that()
            .resideInAPackage("org.fairlead.testbed.chaos.check..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.fairlead.testbed.chaos.check..",
                    "com.fasterxml.jackson..",
                    "org.apache.commons.statistics..",
                    "java..");

    @ArchTest
    static final ArchRule PACKAGES_OF_THE_TESTBED_ARE_FREE_OF_CYCLES =
            slices().matching("org.fairlead.testbed.(*)..").should().beFreeOfCycles();
}
