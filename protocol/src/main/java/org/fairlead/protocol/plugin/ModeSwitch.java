// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

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
 * kill switch. A file that cannot be read leaves the modes as they were, and says so.
 */
public final class ModeSwitch<M extends ModeSwitch.Modes<M>> {
    private static final Logger LOG = LoggerFactory.getLogger(ModeSwitch.class);
    private static final FileTime NEVER = FileTime.fromMillis(Long.MIN_VALUE);

    /** The modes of a plug-in's kinds of decisions. */
    public interface Modes<M> {
        /**
         * These, but what a modes file says where it says something.
         *
         * @throws InvalidFileException if it says what nobody understands
         */
        M overriddenBy(YamlNode file);

        /** These, but what would count observes only. */
        M observing();
    }

    private final M configured;
    private final Optional<Path> file;
    private volatile M fromFile;
    private volatile boolean enforcementAllowed = true;
    private volatile M inForce;
    private FileTime readAt = NEVER;
    /** Why the file could not be used when it was last read; empty if it could. */
    private String refused = "";

    public ModeSwitch(M configured, Optional<Path> file) {
        this.configured = configured;
        this.file = file;
        this.fromFile = configured;
        this.inForce = configured;
    }

    public M inForce() {
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
            FileTime changed = Files.exists(path) ? Files.getLastModifiedTime(path) : NEVER;
            // One that could not be read is tried again: who may read it can change without a trace in its time.
            if (changed.equals(readAt) && refused.isEmpty()) {
                return;
            }
            readAt = changed;
            fromFile = Files.exists(path) ? configured.overriddenBy(Yaml.read(path)) : configured;
            refused = "";
            combine();
            LOG.info("Modes are now {}", inForce);
        } catch (IOException | InvalidFileException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(refused)) {
                LOG.error("{}: {}; the modes stay {}", path, why, inForce);
            }
            refused = why;
        }
    }

    private synchronized void combine() {
        inForce = enforcementAllowed ? fromFile : fromFile.observing();
    }
}
