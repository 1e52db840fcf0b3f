// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line of configuration with which an application's next run would tell more than its log does.
 *
 * @param options of spark-submit; empty where none would
 * @param whyNone what would, or what that needs and is not there; empty where there are options
 */
public record TellingLine(String options, String whyNone) {
    static final String PLUGINS = "spark.plugins";
    static final String DECISIONS = "spark.fairlead.decisions.dir";

    private static final String PLUGIN = "io.fairlead.spark.FairleadPlugin";
    private static final String WRITING = "--conf " + DECISIONS + "=DIR";
    private static final String OBSERVING =
            "--jars fairlead-spark.jar --conf " + PLUGINS + "=" + PLUGIN + " " + WRITING;
    private static final String PYTHON = "--conf spark.sql.pyspark.udf.profiler=perf";
    private static final String OLDER_PYTHON = "--conf spark.python.profile=true";
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(?!\\d).*", Pattern.DOTALL);
    /** What the plug-in puts before the master's URL while it is on. */
    private static final String MARK = "fairlead:";

    private static final int SERVED_MAJOR = 4;
    private static final int SERVED_MINOR = 2;

    /** That of the plug-in, which observes and writes a file of decisions into the directory DIR; none where it has written one. What the log does not say is taken to be served. */
    public static TellingLine observing(ApplicationLog application) {
        List<String> missing = new ArrayList<>();
        Matcher version = VERSION.matcher(application.version());
        if (version.matches()
                && (Integer.parseInt(version.group(1)) != SERVED_MAJOR
                        || Integer.parseInt(version.group(2)) > SERVED_MINOR)) {
            missing.add("Spark 4.0 to 4.2 (this is " + application.version() + ")");
        }
        String url = application.properties().getOrDefault("spark.master", "");
        String master = url.startsWith(MARK) ? url.substring(MARK.length()) : url;
        boolean isServed = master.isBlank()
                || master.equals("yarn")
                || master.startsWith("spark://")
                || master.startsWith("local-cluster[");
        if (!isServed) {
            missing.add("a master spark://…, yarn or local-cluster[…] (this is " + master + ")");
        }
        return missing.isEmpty()
                ? observing(application.properties())
                : none("the plug-in needs " + String.join(" and ", missing));
    }

    private static TellingLine observing(Map<String, String> properties) {
        String plugins = properties.getOrDefault(PLUGINS, "");
        if (Arrays.stream(plugins.split(",")).map(String::strip).noneMatch(PLUGIN::equals)) {
            return new TellingLine(OBSERVING, "");
        }
        String directory = properties.getOrDefault(DECISIONS, "");
        return directory.isBlank()
                ? new TellingLine(WRITING, "")
                : none("the plug-in has observed; name its file, by --decisions " + directory);
    }

    /** That of Spark's own profiler of Python. */
    public static TellingLine python(ApplicationLog application) {
        Matcher version = VERSION.matcher(application.version());
        boolean older = version.matches() && Integer.parseInt(version.group(1)) < SERVED_MAJOR;
        return new TellingLine(older ? OLDER_PYTHON : PYTHON, "");
    }

    /** @param why what would tell, or what is missing */
    public static TellingLine none(String why) {
        return new TellingLine("", why);
    }

    public boolean isThere() {
        return !options.isEmpty();
    }
}
