// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.fairlead.protocol.trust.Role;

/** What a request wants, by method and path, and the roles whose business that is. */
enum ApiOperation {
    REPORT_HOST(Role.AGENT),
    REPORT_LINKS(Role.EXPORTER),
    RESERVE(Role.APPLICATION),
    DECIDE(Role.NAMENODE),
    WITNESS(Role.NAMENODE),
    SWITCH(Role.OPERATOR),
    /** Decisions name the files of all users, or their applications. */
    READ_DECISIONS(Role.NAMENODE, Role.OPERATOR),
    /** An agent its own host's alone; who speaks for switches everybody's paths, for it is switches that carry them out, and the rates of its switches. */
    READ_PATHS(Role.AGENT, Role.EXPORTER, Role.OPERATOR),
    READ(Role.NAMENODE, Role.APPLICATION, Role.OPERATOR),
    /** Anybody's. */
    HEALTH(Role.values());

    @SuppressWarnings("ImmutableEnumChecker") // never changed, never handed out
    private final Set<Role> roles;

    ApiOperation(Role... accepted) {
        roles = EnumSet.of(Role.ANY, accepted);
    }

    static ApiOperation of(String method, String path) {
        boolean reading = method.equals("GET") || method.equals("HEAD");
        return switch (path) {
            case "/healthz" -> HEALTH;
            case "/v1/heartbeat" -> REPORT_HOST;
            case "/v1/switch-counters" -> REPORT_LINKS;
            case "/v1/flow-requests" -> RESERVE;
            case "/v1/decisions" -> reading ? READ_DECISIONS : DECIDE;
            case "/v1/paths", "/v1/rates" -> READ_PATHS;
            case "/v1/paths/explanation" -> READ_DECISIONS;
            case "/v1/witnesses" -> WITNESS;
            case "/v1/enforcement" -> reading ? READ : SWITCH;
            default -> READ;
        };
    }

    boolean isReading() {
        return this == READ || this == READ_DECISIONS || this == READ_PATHS;
    }

    boolean isOf(Role role) {
        return roles.contains(role);
    }

    /** The roles, for people. */
    String accepted() {
        return roles.stream().map(Role::word).collect(Collectors.joining(", "));
    }
}
