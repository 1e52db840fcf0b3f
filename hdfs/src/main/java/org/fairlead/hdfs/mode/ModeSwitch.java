package org.fairlead.hdfs.mode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which modes are in force: those of the configuration, over them those of the modes file, over them the controller's
 * kill switch. The file is YAML of the keys {@code write}, {@code read}, {@code canary-share} and {@code all}; {@code all: off}
 * stops everything. A file that cannot be read leaves the modes as they were, and says so.
 */
public final class ModeSwitch {
    private static final Logger LOG = LoggerFactory.getLogger(ModeSwitch.class);

    private final Modes configured;
    private final Optional<Path> file;
    private volatile Modes fromFile;
    private volatile boolean enforcementAllowed = true;
    private volatile Modes inForce;
    private FileTime readAt = FileTime.fromMillis(Long.MIN_VALUE);

    public ModeSwitch(Modes configured, Optional<Path> file) {
        this.configured = configured;
        this.file = file;
        this.fromFile = configured;
        this.inForce = configured;
    }

    public Modes inForce() {
        return inForce;
    }

    /** What the controller says: {@code false} makes every mode that would count observe only. */
    public void allowEnforcement(boolean allowed) {
        if (allowed != enforcementAllowed) {
            LOG.warn("The controller {} enforcement", allowed ? "allows" : "stops");
            enforcementAllowed = allowed;
            combine();
        }
    }

    /** Reads the file again if it changed; called each second. */
    public synchronized void poll() {
        if (file.isEmpty()) {
            return;
        }
        Path path = file.get();
        try {
            FileTime changed =
                    Files.exists(path) ? Files.getLastModifiedTime(path) : FileTime.fromMillis(Long.MIN_VALUE);
            if (changed.equals(readAt)) {
                return;
            }
            readAt = changed;
            fromFile = Files.exists(path) ? read(path) : configured;
            combine();
            LOG.info("Modes are now {}", inForce);
        } catch (IOException | InvalidFileException e) {
            LOG.error("{}: {}; the modes stay {}", path, e.getMessage(), inForce);
        }
    }

    private Modes read(Path path) {
        YamlNode root = Yaml.read(path);
        root.allow("all", "write", "read", "canary-share");
        Optional<Mode> all = root.optional("all").map(node -> node.as(Mode::of));
        Mode write = all.or(() -> root.optional("write").map(node -> node.as(Mode::of)))
                .orElse(configured.write());
        Mode read = all.or(() -> root.optional("read").map(node -> node.as(Mode::of)))
                .orElse(configured.read());
        double share =
                root.optional("canary-share").map(node -> node.number(0, 1)).orElse(configured.canaryShare());
        return new Modes(write, read, share);
    }

    private synchronized void combine() {
        Modes wanted = fromFile;
        inForce = enforcementAllowed
                ? wanted
                : new Modes(observing(wanted.write()), observing(wanted.read()), wanted.canaryShare());
    }

    private static Mode observing(Mode mode) {
        return mode == Mode.OFF ? Mode.OFF : Mode.OBSERVE;
    }
}
