// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.starts;

import io.fairlead.spark.FairleadPlugin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command lines by which users start Spark's programs, with the plug-in. */
final class Commands {
    private final Path directory;
    private final String sparkHome;
    private final Path plugin;
    private final String events;

    /**
     * @param directory for what the programs leave
     * @param plugin the jar
     * @param events where event logs go
     */
    Commands(Path directory, String sparkHome, Path plugin, String events) {
        this.directory = directory;
        this.sparkHome = sparkHome;
        this.plugin = plugin;
        this.events = events;
    }

    /** A script of Spark's. */
    String bin(String script) {
        return sparkHome + "/bin/" + script;
    }

    /**
     * @param more options
     * @param application what stands behind them
     */
    List<String> of(String script, String master, List<String> more, List<String> application) {
        List<String> command = new ArrayList<>(List.of(bin(script), "--master", master, "--jars", plugin.toString()));
        settings().forEach((key, value) -> conf(command, key, value));
        command.addAll(more);
        command.addAll(application);
        return command;
    }

    /** First of all the plug-in. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("spark.plugins", FairleadPlugin.class.getName());
        settings.put("spark.fairlead.mode", "enforce");
        settings.put("spark.fairlead.plan.always", "true");
        settings.put("spark.fairlead.plan.wait", "10s");
        settings.put("spark.fairlead.decisions.dir", decisions().toString());
        settings.put("spark.executor.memory", "512m");
        settings.put("spark.sql.shuffle.partitions", "4");
        settings.put("spark.sql.files.maxPartitionBytes", "32k");
        settings.put("spark.sql.warehouse.dir", "file:" + directory.resolve("warehouse"));
        settings.put("spark.ui.port", "0");
        settings.put("spark.eventLog.enabled", "true");
        settings.put("spark.eventLog.dir", events);
        return settings;
    }

    /** Where files of decisions are. */
    Path decisions() {
        return directory.resolve("decisions");
    }

    /** Options for YARN: Spark's jars are on each machine, and containers have the Java of this test. */
    List<String> yarn() {
        List<String> more = new ArrayList<>();
        conf(more, "spark.yarn.jars", "local:" + sparkHome + "/jars/*");
        conf(more, "spark.yarn.populateHadoopClasspath", "false");
        conf(more, "spark.yarn.appMasterEnv.JAVA_HOME", System.getProperty("java.home"));
        conf(more, "spark.executorEnv.JAVA_HOME", System.getProperty("java.home"));
        conf(more, "spark.executor.instances", "2");
        return more;
    }

    static void conf(List<String> command, String key, String value) {
        command.addAll(List.of("--conf", key + "=" + value));
    }
}
