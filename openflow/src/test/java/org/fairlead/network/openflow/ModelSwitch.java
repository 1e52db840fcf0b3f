// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.projectfloodlight.openflow.exceptions.OFParseError;
import org.projectfloodlight.openflow.protocol.OFBadRequestCode;
import org.projectfloodlight.openflow.protocol.OFBarrierRequest;
import org.projectfloodlight.openflow.protocol.OFControllerRole;
import org.projectfloodlight.openflow.protocol.OFEchoRequest;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFeaturesRequest;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowModFailedCode;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.OFGroupAdd;
import org.projectfloodlight.openflow.protocol.OFGroupDelete;
import org.projectfloodlight.openflow.protocol.OFGroupDescStatsEntry;
import org.projectfloodlight.openflow.protocol.OFGroupDescStatsRequest;
import org.projectfloodlight.openflow.protocol.OFGroupMod;
import org.projectfloodlight.openflow.protocol.OFGroupModFailedCode;
import org.projectfloodlight.openflow.protocol.OFGroupModify;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDescStatsRequest;
import org.projectfloodlight.openflow.protocol.OFPortStatsEntry;
import org.projectfloodlight.openflow.protocol.OFPortStatsRequest;
import org.projectfloodlight.openflow.protocol.OFRoleRequest;
import org.projectfloodlight.openflow.protocol.OFRoleRequestFailedCode;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.types.DatapathId;
import org.projectfloodlight.openflow.types.OFAuxId;
import org.projectfloodlight.openflow.types.OFErrorCauseData;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/** A switch of OpenFlow 1.3 as the specification has it, as far as the driver uses it: two tables, roles with generations, errors. Entries do not end by time. */
final class ModelSwitch implements AutoCloseable {
    private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_13);

    private final long datapath;
    private final List<Session> sessions = new ArrayList<>();
    /** By priority and match. Guarded by this, as is what follows. */
    private final Map<String, OFFlowMod> flows = new TreeMap<>();

    private final Map<OFGroup, OFGroupMod> groups = new LinkedHashMap<>();
    private final Map<OFPort, Long> sentBytes = new TreeMap<>();
    private long generation;
    private boolean generationKnown;
    /** Entries that fit. */
    int room = Integer.MAX_VALUE;

    private final List<String> journal;

    /** @param journal is told, in order, what several switches did */
    ModelSwitch(long datapath, List<String> journal) {
        this.datapath = datapath;
        this.journal = journal;
    }

    private static String key(OFFlowMod mod) {
        return mod.getPriority() + " " + mod.getMatch();
    }

    /** Puts an entry or a group there as somebody else would. */
    synchronized void plant(OFMessage mod) {
        if (mod instanceof OFFlowMod flow) {
            flows.put(key(flow), flow);
        } else if (mod instanceof OFGroupMod group) {
            groups.put(group.getGroup(), group);
        }
    }

    synchronized void sent(int port, long bytes) {
        sentBytes.put(OFPort.of(port), bytes);
    }

    synchronized List<OFFlowMod> flows() {
        return List.copyOf(flows.values());
    }

    synchronized Map<OFGroup, OFGroupMod> groups() {
        return Map.copyOf(groups);
    }

    /** All that stands, to be compared. */
    synchronized String dump() {
        StringBuilder dump = new StringBuilder();
        flows.forEach((key, flow) -> dump.append(key)
                .append(' ')
                .append(flow.getCookie())
                .append(' ')
                .append(flow.getInstructions())
                .append('\n'));
        groups.forEach((number, group) -> dump.append(number)
                .append(' ')
                .append(group.getGroupType())
                .append(group.getBuckets())
                .append('\n'));
        return dump.toString();
    }

    /** Connects to one more controller. */
    void connect(InetSocketAddress controller) throws IOException {
        connect(new Socket(controller.getAddress(), controller.getPort()));
    }

    /** Talks to a controller to which there is a connection already. */
    void connect(Socket controller) {
        Session session = new Session(controller);
        synchronized (this) {
            sessions.add(session);
        }
        session.thread.start();
    }

    /** Whether a controller has left it a connection. */
    synchronized boolean isConnected() {
        return sessions.stream().anyMatch(session -> session.thread.isAlive());
    }

    /** Breaks all connections. */
    synchronized void disconnect() throws IOException {
        for (Session session : sessions) {
            session.socket.close();
        }
        sessions.clear();
    }

    @Override
    public void close() throws IOException {
        disconnect();
    }

    /** One controller's connection. */
    private final class Session {
        private final Socket socket;
        private final Thread thread = new Thread(this::live, "model switch");
        private OFControllerRole role = OFControllerRole.ROLE_EQUAL;

        Session(Socket socket) {
            this.socket = socket;
            thread.setDaemon(true);
        }

        private void live() {
            try {
                send(FACTORY.buildHello().setXid(1).setElements(List.of()).build());
                DataInputStream in = new DataInputStream(socket.getInputStream());
                while (true) {
                    byte[] head = new byte[8];
                    in.readFully(head);
                    int length = ((head[2] & 255) << 8) | (head[3] & 255);
                    byte[] whole = Arrays.copyOf(head, length);
                    in.readFully(whole, 8, length - 8);
                    OFMessage message = OFFactories.getGenericReader().readFrom(Unpooled.wrappedBuffer(whole));
                    synchronized (ModelSwitch.this) {
                        take(message);
                    }
                }
            } catch (IOException e) {
                // the controller or the test has closed it
            } catch (OFParseError e) {
                journal.add("%x cannot read: %s".formatted(datapath, e.getMessage()));
            }
        }

        private void send(OFMessage message) throws IOException {
            ByteBuf out = Unpooled.buffer();
            message.writeTo(out);
            socket.getOutputStream().write(out.array(), 0, out.readableBytes());
        }

        private void take(OFMessage message) throws IOException {
            long xid = message.getXid();
            if (message instanceof OFFeaturesRequest) {
                send(FACTORY.buildFeaturesReply()
                        .setXid(xid)
                        .setDatapathId(DatapathId.of(datapath))
                        .setAuxiliaryId(OFAuxId.MAIN)
                        .setNTables((short) 2)
                        .setCapabilities(Set.of())
                        .build());
            } else if (message instanceof OFEchoRequest echo) {
                send(FACTORY.buildEchoReply()
                        .setXid(xid)
                        .setData(echo.getData())
                        .build());
            } else if (message instanceof OFRoleRequest request) {
                role(request);
            } else if (message instanceof OFBarrierRequest) {
                journal.add("%x barrier".formatted(datapath));
                send(FACTORY.buildBarrierReply().setXid(xid).build());
            } else if (message instanceof OFFlowMod || message instanceof OFGroupMod) {
                if (role == OFControllerRole.ROLE_SLAVE) {
                    send(FACTORY.errorMsgs()
                            .buildBadRequestErrorMsg()
                            .setXid(xid)
                            .setCode(OFBadRequestCode.IS_SLAVE)
                            .setData(OFErrorCauseData.NONE)
                            .build());
                } else if (message instanceof OFFlowMod flow) {
                    flow(flow);
                } else {
                    group((OFGroupMod) message);
                }
            } else {
                statistics(message);
            }
        }

        private void role(OFRoleRequest request) throws IOException {
            long asked = request.getGenerationId().getValue();
            if (request.getRole() == OFControllerRole.ROLE_MASTER) {
                if (generationKnown && asked - generation < 0) {
                    send(FACTORY.errorMsgs()
                            .buildRoleRequestFailedErrorMsg()
                            .setXid(request.getXid())
                            .setCode(OFRoleRequestFailedCode.STALE)
                            .setData(OFErrorCauseData.NONE)
                            .build());
                    return;
                }
                generation = asked;
                generationKnown = true;
                sessions.stream()
                        .filter(other -> other.role == OFControllerRole.ROLE_MASTER)
                        .forEach(other -> other.role = OFControllerRole.ROLE_SLAVE);
            }
            role = request.getRole() == OFControllerRole.ROLE_NOCHANGE ? role : request.getRole();
            send(FACTORY.buildRoleReply()
                    .setXid(request.getXid())
                    .setRole(role)
                    .setGenerationId(U64.of(generation))
                    .build());
        }

        private void flow(OFFlowMod mod) throws IOException {
            if (mod instanceof OFFlowAdd) {
                if (flows.size() >= room && !flows.containsKey(key(mod))) {
                    send(FACTORY.errorMsgs()
                            .buildFlowModFailedErrorMsg()
                            .setXid(mod.getXid())
                            .setCode(OFFlowModFailedCode.TABLE_FULL)
                            .setData(OFErrorCauseData.NONE)
                            .build());
                    return;
                }
                flows.put(key(mod), mod);
                journal.add("%x add %s".formatted(datapath, mod.getPriority()));
            } else if (mod instanceof OFFlowDeleteStrict) {
                OFFlowMod there = flows.get(key(mod));
                if (there != null && matches(there, mod)) {
                    flows.remove(key(mod));
                    journal.add("%x delete %s".formatted(datapath, mod.getPriority()));
                }
            } else if (mod instanceof OFFlowDelete) {
                flows.values().removeIf(there -> matches(there, mod));
                journal.add("%x delete".formatted(datapath));
            }
        }

        private boolean matches(OFFlowMod there, OFFlowMod asked) {
            long mask = asked.getCookieMask().getValue();
            return (there.getCookie().getValue() & mask) == (asked.getCookie().getValue() & mask);
        }

        private void group(OFGroupMod mod) throws IOException {
            boolean there = groups.containsKey(mod.getGroup());
            if (mod instanceof OFGroupDelete) {
                groups.remove(mod.getGroup());
            } else if ((mod instanceof OFGroupAdd && !there) || (mod instanceof OFGroupModify && there)) {
                groups.put(mod.getGroup(), mod);
            } else {
                send(FACTORY.errorMsgs()
                        .buildGroupModFailedErrorMsg()
                        .setXid(mod.getXid())
                        .setCode(there ? OFGroupModFailedCode.GROUP_EXISTS : OFGroupModFailedCode.UNKNOWN_GROUP)
                        .setData(OFErrorCauseData.NONE)
                        .build());
            }
        }

        private void statistics(OFMessage message) throws IOException {
            long xid = message.getXid();
            if (message instanceof OFFlowStatsRequest) {
                List<OFFlowStatsEntry> entries = new ArrayList<>();
                flows.values()
                        .forEach(flow -> entries.add(FACTORY.buildFlowStatsEntry()
                                .setTableId(flow.getTableId())
                                .setPriority(flow.getPriority())
                                .setCookie(flow.getCookie())
                                .setMatch(flow.getMatch())
                                .setInstructions(flow.getInstructions())
                                .build()));
                send(FACTORY.buildFlowStatsReply()
                        .setXid(xid)
                        .setEntries(entries)
                        .build());
            } else if (message instanceof OFGroupDescStatsRequest) {
                List<OFGroupDescStatsEntry> entries = new ArrayList<>();
                groups.values()
                        .forEach(group -> entries.add(FACTORY.buildGroupDescStatsEntry()
                                .setGroup(group.getGroup())
                                .setGroupType(group.getGroupType())
                                .setBuckets(group.getBuckets())
                                .build()));
                send(FACTORY.buildGroupDescStatsReply()
                        .setXid(xid)
                        .setEntries(entries)
                        .build());
            } else if (message instanceof OFPortStatsRequest) {
                List<OFPortStatsEntry> entries = new ArrayList<>();
                sentBytes.forEach((port, bytes) -> entries.add(FACTORY.buildPortStatsEntry()
                        .setPortNo(port)
                        .setTxBytes(U64.of(bytes))
                        .setRxBytes(U64.of(2 * bytes))
                        .build()));
                send(FACTORY.buildPortStatsReply()
                        .setXid(xid)
                        .setEntries(entries)
                        .build());
            } else if (message instanceof OFPortDescStatsRequest) {
                send(FACTORY.buildPortDescStatsReply()
                        .setXid(xid)
                        .setEntries(List.of())
                        .build());
            }
        }
    }

    /** Cookies of all entries. */
    synchronized Set<U64> cookies() {
        Set<U64> cookies = new HashSet<>();
        flows.values().forEach(flow -> cookies.add(flow.getCookie()));
        return cookies;
    }
}
