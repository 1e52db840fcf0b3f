// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.spark.internal.Logging;
import org.slf4j.Logger;

/** What classes below a name say in the log of this process, at least as warnings. */
final class SaidInLog extends AbstractAppender implements AutoCloseable {
    private final String prefix;
    private final List<Line> lines = new CopyOnWriteArrayList<>();

    /** @param trace whether a stack trace goes along */
    record Line(String text, boolean trace) {}

    /** Something of Spark's that has a log. */
    private static final class SetUp implements Logging {
        private Logger logger;

        @Override
        public Logger org$apache$spark$internal$Logging$$log_() {
            return logger;
        }

        @Override
        public void org$apache$spark$internal$Logging$$log__$eq(Logger set) {
            logger = set;
        }
    }

    private SaidInLog(String prefix) {
        super("said " + prefix, null, null, true, Property.EMPTY_ARRAY);
        this.prefix = prefix;
    }

    static SaidInLog atWarn(String prefix) {
        // Spark leaves a log alone to which somebody has added, and as it is at first it has errors alone.
        new SetUp().initializeLogIfNecessary(false);
        SaidInLog log = new SaidInLog(prefix);
        log.start();
        root().addAppender(log);
        return log;
    }

    private static org.apache.logging.log4j.core.Logger root() {
        return ((LoggerContext) LogManager.getContext(false)).getRootLogger();
    }

    @Override
    public void append(LogEvent event) {
        if (event.getLoggerName().startsWith(prefix) && event.getLevel().isMoreSpecificThan(Level.WARN)) {
            lines.add(new Line(event.getMessage().getFormattedMessage(), event.getThrown() != null));
        }
    }

    List<Line> lines() {
        return lines;
    }

    @Override
    public void close() {
        root().removeAppender(this);
        stop();
    }
}
