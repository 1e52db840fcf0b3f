// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpLog;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which line of configuration an application is advised, by its version of Spark and its master. */
final class TellingLineTest {
    private static ApplicationLog log(String version, String master) {
        return new MadeUpApplication(1, 1).on(version, master).log();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4.0.0 | yarn",
                "4.2.0 | spark://one:7077,two:7077",
                "4.1.1-vendor | local-cluster[2, 1, 1024]",
                "4.2.0 | fairlead:spark://one:7077",
                "'' | ''",
                "main | yarn",
            })
    void whereThePlugInCanObserveItIsTheLineWithADirectoryForDecisions(String version, String master) {
        TellingLine line = TellingLine.observing(log(version, master));

        assertThat(line.isThere()).isTrue();
        assertThat(line.options())
                .contains("--jars fairlead-spark.jar", "spark.plugins=", "--conf spark.fairlead.decisions.dir=DIR");
        assertThat(line.whyNone()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2.4.8 | yarn | Spark 4.0 to 4.2 (this is 2.4.8)",
                "3.5.3 | spark://one:7077 | Spark 4.0 to 4.2 (this is 3.5.3)",
                "4.3.0 | yarn | Spark 4.0 to 4.2 (this is 4.3.0)",
                "40.1.0 | yarn | Spark 4.0 to 4.2 (this is 40.1.0)",
                "4.2.0 | local[*] | a master spark://…, yarn or local-cluster[…] (this is local[*])",
                "4.2.0 | fairlead:k8s://https://there | a master spark://…, yarn or local-cluster[…] (this is k8s://https://there)",
            })
    void elsewhereItIsSaidWhatIsMissing(String version, String master, String needed) {
        TellingLine line = TellingLine.observing(log(version, master));

        assertThat(line.isThere()).isFalse();
        assertThat(line.whyNone()).isEqualTo("the plug-in needs " + needed);
    }

    /** Of the application's own plug-ins there may be others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.fairlead.spark.FairleadPlugin",
                "org.example.Other, io.fairlead.spark.FairleadPlugin",
            })
    void whereThePlugInWasOnItIsToldWhatToDoWithItsFileOfDecisions(String plugins) {
        MadeUpApplication application = new MadeUpApplication(1, 1).with("spark.plugins", plugins);

        assertThat(TellingLine.observing(application.log()))
                .isEqualTo(new TellingLine("--conf spark.fairlead.decisions.dir=DIR", ""));
        application.with("spark.fairlead.decisions.dir", "/var/decisions");
        assertThat(TellingLine.observing(application.log()))
                .isEqualTo(TellingLine.none("the plug-in has observed; name its file, by --decisions /var/decisions"));
    }

    @Test
    void anotherPlugInIsNotOurs() {
        MadeUpApplication application = new MadeUpApplication(1, 1).with("spark.plugins", "org.example.FairleadPlugin");

        assertThat(TellingLine.observing(application.log()).options()).contains("--jars fairlead-spark.jar");
    }

    @Test
    void aLogSaysWhetherThePlugInWasOnAndWhereItsDecisionsAre(@TempDir Path directory) throws IOException {
        List<String> lines = MadeUpLog.lines("4.0").stream()
                .map(line -> line.replace(
                        "\"spark.plugins\":\"none\"",
                        "\"spark.plugins\":\"io.fairlead.spark.FairleadPlugin\","
                                + "\"spark.fairlead.decisions.dir\":\"/var/decisions\""))
                .toList();
        Path file = Files.write(directory.resolve("log"), MadeUpLog.bytes(lines));

        assertThat(TellingLine.observing(ApplicationReader.read(file, RunObserver.NONE))
                        .whyNone())
                .endsWith("--decisions /var/decisions");
    }

    @ParameterizedTest
    @CsvSource({
        "3.5.3, --conf spark.python.profile=true",
        "2.4.8, --conf spark.python.profile=true",
        "4.0.0, --conf spark.sql.pyspark.udf.profiler=perf",
        "4.3.0, --conf spark.sql.pyspark.udf.profiler=perf",
    })
    void pythonIsProfiledByTheSparkThatThereIs(String version, String options) {
        assertThat(TellingLine.python(log(version, "yarn")).options()).isEqualTo(options);
    }
}
