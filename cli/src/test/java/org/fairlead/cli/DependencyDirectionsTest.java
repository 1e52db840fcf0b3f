// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.fairlead.protocol.time.TimeSource;

/** Dependencies point one way: core and report ← protocol ← network and control ← hdfs; protocol ← spark, sim; sim ← diagnosis; network, diagnosis, objects ← testbed; all ← validation, diagnosis ← cli. ARCHITECTURE.md draws it. */
@AnalyzeClasses(
        packages = {"org.fairlead", "io.fairlead"},
        importOptions = DependencyDirectionsTest.OwnClasses.class)
final class DependencyDirectionsTest {
    /**
     * Libraries that a plug-in's jar has under our name are none of ours, and tests are no part of the house. ArchUnit's own option for tests knows
     * Maven's usual directory alone; the tests on a newer JDK are built in another.
     */
    static final class OwnClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/org/fairlead/shaded/")
                    && !location.contains("-tests.jar")
                    && !location.contains("/test-classes/");
        }
    }

    private static final String TIME_SOURCE = "org.fairlead.protocol.time.TimeSource";
    private static final Set<String> READS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.time.Clock.system",
            "java.time.Instant.now",
            "java.time.LocalDate.now",
            "java.time.LocalTime.now",
            "java.time.LocalDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.OffsetDateTime.now");

    @ArchTest
    static final ArchRule CORE_STANDS_ON_THE_JDK_ALONE = classes()
            .that()
            .resideInAPackage("..core..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.fairlead.core..", "java..");

    @ArchTest
    static final ArchRule OBJECTS_STAND_ON_THE_JDK_ALONE = classes()
            .that()
            .resideInAPackage("org.fairlead.objects..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.fairlead.objects..", "java..", "com.sun.net.httpserver..");

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
                    "org.fairlead.network..",
                    "org.fairlead.control..",
                    "org.fairlead.spark..",
                    "org.fairlead.testbed..",
                    "org.fairlead.sim..",
                    "org.fairlead.validation..",
                    "org.fairlead.cli..");

    @ArchTest
    static final ArchRule NETWORK_STANDS_ON_PROTOCOL = noClasses()
            .that()
            .resideInAPackage("org.fairlead.network..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.fairlead..")
                    .and(resideOutsideOfPackages(
                            "org.fairlead.network..",
                            "org.fairlead.protocol..",
                            "org.fairlead.core..",
                            "org.fairlead.shaded..")));

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

    /** {@link TimeSource} alone reads the machine's clocks, but for what goes by real time whatever the process goes by. */
    @ArchTest
    static final ArchRule THE_TIME_IS_PASSED_IN = noClasses()
            .that(areTimed())
            .and(areNone(Set.of(
                    TIME_SOURCE, // is what is passed in
                    "org.fairlead.protocol.plugin.RareLog", // spares the log; static in classes that engines make
                    "org.fairlead.protocol.plugin.PlantedFault", // holds up a thread, against deadlines of the JDK
                    "org.fairlead.protocol.thread.LastingThread"))) // pauses a thread that an Error ended
            .should()
            .accessTargetWhere(DescribedPredicate.describe(
                    "a clock of this machine is read",
                    access -> READS.contains(access.getTarget().getOwner().getName() + "."
                            + access.getTarget().getName())));

    /** What Spark, Hadoop or a command makes, and from which everything else in the process is given its time. */
    @ArchTest
    static final ArchRule A_PROCESS_CHOOSES_ITS_TIME_WHERE_IT_IS_PUT_TOGETHER = noClasses()
            .that(areTimed())
            .and(areNone(Set.of(
                    TIME_SOURCE,
                    "io.fairlead.spark.FairleadPlugin",
                    "org.fairlead.spark.read.PlacedFileSystem",
                    "org.fairlead.spark.read.BesideReads", // Hadoop makes the readers that it serves
                    "org.fairlead.hdfs.FairleadNameNodePlugin",
                    "org.fairlead.hdfs.FairleadDataNodePlugin",
                    "org.fairlead.hdfs.socket.FairleadSocketFactory")))
            .should()
            .accessField(TimeSource.class, "SYSTEM");

    private static DescribedPredicate<JavaClass> areTimed() {
        return resideInAnyPackage(
                        "org.fairlead.protocol..",
                        "org.fairlead.control..",
                        "org.fairlead.network..",
                        "org.fairlead.hdfs..",
                        "org.fairlead.spark..",
                        "io.fairlead.spark..")
                .as("belong to plug-ins, controller, agent or network drivers");
    }

    /** Nor within one of these. */
    private static DescribedPredicate<JavaClass> areNone(Set<String> names) {
        return DescribedPredicate.describe(
                "are none of " + names, type -> !names.contains(type.getName().replaceFirst("\\$.*", "")));
    }

    @ArchTest
    static final ArchRule THE_TESTBED_STARTS_CONTROLLERS_AS_PROCESSES = noClasses()
            .that()
            .resideInAPackage("org.fairlead.testbed..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.fairlead.control..", "org.fairlead.sim..", "org.fairlead.validation..");

    @ArchTest
    static final ArchRule THE_TESTBED_ATTRIBUTES_TASK_TIME_AS_A_DIAGNOSIS_DOES = noClasses()
            .that()
            .resideInAPackage("org.fairlead.testbed..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.fairlead.diagnosis..")
                    .and(resideOutsideOfPackages(
                            "org.fairlead.diagnosis.attribution..", "org.fairlead.diagnosis.log..")));

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

    private static final String SIMULATION = "org.fairlead.diagnosis.simulation..";

    @ArchTest
    static final ArchRule DIAGNOSIS_STANDS_ON_THE_SIMULATORS_READERS = noClasses()
            .that()
            .resideInAPackage("org.fairlead.diagnosis..")
            .and()
            .resideOutsideOfPackage(SIMULATION)
            .should()
            .dependOnClassesThat(resideInAPackage("org.fairlead..")
                    .and(resideOutsideOfPackages(
                            "org.fairlead.diagnosis..",
                            "org.fairlead.sim.workload.spark..",
                            "org.fairlead.sim.engine..",
                            "org.fairlead.protocol..",
                            "org.fairlead.report..",
                            "org.fairlead.core..")));

    /** Applications under other policies run in the simulator itself. */
    @ArchTest
    static final ArchRule ONLY_SIMULATIONS_OF_LOGS_STAND_ON_THE_SIMULATOR = noClasses()
            .that()
            .resideInAPackage(SIMULATION)
            .should()
            .dependOnClassesThat(resideInAPackage("org.fairlead..")
                    .and(resideOutsideOfPackages(
                            "org.fairlead.diagnosis..",
                            "org.fairlead.sim..",
                            "org.fairlead.report..",
                            "org.fairlead.core..")));

    @ArchTest
    static final ArchRule A_DIAGNOSIS_IS_A_FUNCTION_OF_ITS_LOG = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.fairlead.diagnosis.analysis..",
                    "org.fairlead.diagnosis.attribution..",
                    "org.fairlead.diagnosis.replay..",
                    "org.fairlead.diagnosis.stragglers..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.time..", "java.nio..", "java.net..")
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
