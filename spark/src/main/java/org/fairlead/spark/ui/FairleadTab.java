// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.util.function.Supplier;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.record.Records;

/** The tab in Spark's web UI: {@code /fairlead/}, {@code /fairlead/stage/}, and the same as JSON below {@code json/} of each. */
public final class FairleadTab extends SparkUITab {
    private FairleadTab(SparkUI ui) {
        super(ui, "fairlead");
    }

    /**
     * @param time in which what still runs is drawn
     * @param about what others know of the application, asked with each request
     */
    public static void attach(SparkUI ui, Records records, TimeSource time, Supplier<Records.About> about) {
        FairleadTab tab = new FairleadTab(ui);
        tab.attachPage(new OverviewPage(tab, records, about));
        tab.attachPage(new StagePage(tab, records, time, about));
        ui.attachTab(tab);
    }
}
