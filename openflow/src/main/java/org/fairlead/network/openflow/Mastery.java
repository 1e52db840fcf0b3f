// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.fairlead.network.DriverException;
import org.projectfloodlight.openflow.protocol.OFControllerRole;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFGroupDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFRoleReply;
import org.projectfloodlight.openflow.protocol.errormsg.OFRoleRequestFailedErrorMsg;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/**
 * What this driver is to one connected switch: its master, with the base and the groups in place, or not. Of the driver's thread, but for {@link #holds}.
 *
 * <p>A controller shows its epoch as generation id. A switch refuses one that is lower than the highest that it has seen, so of two controllers the older one writes nothing more.
 */
final class Mastery {
    private static final OFFactory FACTORY = SwitchTables.FACTORY;
    private static final long ANSWER_MILLIS = 2_000;
    /** Another driver with the same epoch may have taken the switch, and may have ended since. */
    private static final long PAUSE_NANOS = 30_000_000_000L;
    /** For which a switch waits for a controller before it has the base without one. */
    private static final long ALONE_NANOS = 5_000_000_000L;

    private final SwitchTables tables;
    private final SwitchConnection connection;
    /** Groups that were not there before us. */
    private final Set<OFGroup> added = new HashSet<>();

    private long generation;
    private long claimAtNanos;
    private long tendAtNanos;
    private boolean tended;
    private volatile boolean holds;

    Mastery(SwitchTables tables, SwitchConnection connection, long nowNanos) {
        this.tables = tables;
        this.connection = connection;
        claimAtNanos = nowNanos;
        tendAtNanos = nowNanos + ALONE_NANOS;
    }

    String name() {
        return tables.self().node().name();
    }

    SwitchConnection connection() {
        return connection;
    }

    SwitchTables tables() {
        return tables;
    }

    /** Whether the switch takes what we write. Any thread may ask. */
    boolean holds() {
        return holds && connection.isOpen();
    }

    /** Whether there is something to {@link #claim}. */
    boolean isDue(long newest, long nowNanos) {
        return newest != 0 && connection.isOpen() && (newest != generation || (!holds && nowNanos - claimAtNanos >= 0));
    }

    /** Whether there is something to {@link #tend}, while no controller is known. */
    boolean isAlone(long nowNanos) {
        return !tended && connection.isOpen() && nowNanos - tendAtNanos >= 0;
    }

    /**
     * Has a switch without a base forward before any controller is known. It does not become master: whoever is stays so, and a base that is there, this one or another's, is left as it is.
     *
     * @throws DriverException if the switch refuses that
     */
    void tend(long nowNanos) throws DriverException {
        tendAtNanos = nowNanos + PAUSE_NANOS;
        if (!tables.base().isEmpty() && entries().stream().noneMatch(entry -> Ours.isBase(entry.getCookie()))) {
            install();
        }
        tended = true;
    }

    /**
     * Becomes master, and has groups and base be what they are to be.
     *
     * @param newest epoch of the controllers that are followed
     * @throws DriverException if the switch refuses that
     */
    void claim(long newest, long nowNanos) throws DriverException {
        boolean held = holds;
        holds = false;
        generation = newest;
        claimAtNanos = nowNanos + PAUSE_NANOS;
        SwitchConnection.Answer answer = answer(connection.ask(FACTORY.buildRoleRequest()
                .setRole(OFControllerRole.ROLE_MASTER)
                .setGenerationId(U64.of(newest))
                .build()));
        for (OFErrorMsg error : answer.errors().values()) {
            throw new DriverException(name()
                    + (error instanceof OFRoleRequestFailedErrorMsg
                            ? " follows a controller of a later epoch than " + newest
                                    + " ('take-over: yes' if that one is gone for good)"
                            : " grants no role: " + SwitchErrors.words(error)));
        }
        if (!held) {
            install();
        }
        holds = true;
    }

    /** The generation that the switch has seen last; 0 if it says none. */
    long seen() throws DriverException {
        return roles().stream()
                .mapToLong(reply -> reply.getGenerationId().getValue())
                .max()
                .orElse(0);
    }

    /** What we are to the switch, in one reply; none if it does not say. */
    private List<OFRoleReply> roles() throws DriverException {
        SwitchConnection.Answer answer = answer(connection.ask(FACTORY.buildRoleRequest()
                .setRole(OFControllerRole.ROLE_NOCHANGE)
                .setGenerationId(U64.ZERO)
                .build()));
        return answer.parts().stream()
                .filter(OFRoleReply.class::isInstance)
                .map(OFRoleReply.class::cast)
                .toList();
    }

    private void install() throws DriverException {
        Set<U64> others = new HashSet<>();
        for (OFFlowStatsEntry entry : entries()) {
            if (Ours.isBase(entry.getCookie()) && !entry.getCookie().equals(tables.baseCookie())) {
                others.add(entry.getCookie());
            } else if (!Ours.isOurs(entry.getCookie()) && tables.claims(entry.getPriority())) {
                throw new DriverException(name() + ": somebody else's entries in table " + tables.table()
                        + " have the priority " + entry.getPriority() + "; give others ('base', 'priority')");
            }
        }
        Set<OFGroup> present = ourGroups();
        added.clear();
        added.addAll(tables.groups());
        added.removeAll(present);
        write("its groups", tables.groups(present));
        List<OFFlowMod> base = tables.base();
        if (!base.isEmpty()) {
            write("the base", base);
            write(
                    "what is left of another base",
                    others.stream()
                            .map(each -> tables.without(each, U64.NO_MASK))
                            .toList());
            present.removeAll(tables.groups());
            write("groups of another base", SwitchTables.without(present));
        }
    }

    private List<OFFlowStatsEntry> entries() throws DriverException {
        return read(
                        "its entries",
                        FACTORY.buildFlowStatsRequest()
                                .setTableId(tables.table())
                                .setOutPort(OFPort.ANY)
                                .setOutGroup(OFGroup.ANY)
                                .setMatch(FACTORY.buildMatch().build())
                                .build())
                .stream()
                .flatMap(part -> part instanceof OFFlowStatsReply reply
                        ? reply.getEntries().stream()
                        : Stream.<OFFlowStatsEntry>empty())
                .toList();
    }

    private Set<OFGroup> ourGroups() throws DriverException {
        Set<OFGroup> ours = new HashSet<>();
        for (OFMessage part :
                read("its groups", FACTORY.buildGroupDescStatsRequest().build())) {
            if (part instanceof OFGroupDescStatsReply reply) {
                reply.getEntries().stream()
                        .map(entry -> entry.getGroup())
                        .filter(Ours::isOurs)
                        .forEach(ours::add);
            }
        }
        return ours;
    }

    private List<OFMessage> read(String what, OFMessage request) throws DriverException {
        SwitchConnection.Answer answer = answer(connection.ask(request));
        for (OFErrorMsg error : answer.errors().values()) {
            throw new DriverException(name() + " does not say " + what + ": " + SwitchErrors.words(error));
        }
        return answer.parts();
    }

    /** All or an error. */
    private void write(String what, List<? extends OFMessage> messages) throws DriverException {
        if (messages.isEmpty()) {
            return;
        }
        for (OFErrorMsg error : answer(connection.write(messages)).errors().values()) {
            throw new DriverException(name() + " refuses " + what + ": " + SwitchErrors.words(error));
        }
    }

    /** Somebody else has become master. */
    void lost(long nowNanos) {
        holds = false;
        claimAtNanos = nowNanos + PAUSE_NANOS;
    }

    /** Takes back pins and, where others forward, the groups that were not there before. Where a newer driver has become master, all of that is its own, and what it does not keep ends by itself. */
    void release(boolean othersForward) throws DriverException {
        if (roles().stream().anyMatch(reply -> reply.getRole() == OFControllerRole.ROLE_SLAVE)) {
            holds = false;
            return;
        }
        write("that pins are taken back", List.of(tables.without(Ours.PIN_COOKIE, Ours.KIND_MASK)));
        if (othersForward) {
            write("that groups are taken back", SwitchTables.without(added));
        }
        holds = false;
    }

    /** Takes back all that is ours, the base too, without being master. */
    void remove() throws DriverException {
        write("that entries are taken back", List.of(tables.without(Ours.COOKIES, Ours.MASK)));
        write("that groups are taken back", SwitchTables.without(ourGroups()));
    }

    /** Waits for what this switch answers; one that does not answer is disconnected. */
    SwitchConnection.Answer answer(CompletableFuture<SwitchConnection.Answer> asked) throws DriverException {
        try {
            return asked.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new DriverException(name() + ": " + e.getCause().getMessage(), e);
        } catch (TimeoutException e) {
            connection.close("it did not answer within " + ANSWER_MILLIS + " ms");
            throw new DriverException(name() + " did not answer within " + ANSWER_MILLIS + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted", e);
        }
    }

    /** Whether a switch that refused for this reason has another master. */
    static boolean isAnothers(Map<Integer, OFErrorMsg> errors) {
        return errors.values().stream().anyMatch(SwitchErrors::isOfSlave);
    }
}
