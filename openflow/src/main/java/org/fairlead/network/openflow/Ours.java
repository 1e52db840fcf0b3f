// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.U64;

/**
 * By what our entries and groups are told from others'. An entry is ours by its cookie: {@code fair} in ASCII in the upper half, then the kind, then for entries of the base a digest of all of them. A group is ours by
 * its number, {@code FA} in ASCII in the upper half, then which set of links and which of them is preferred.
 */
final class Ours {
    private static final long COOKIE = 0x66616972_00000000L;
    private static final long BASE = COOKIE | 0x01000000L;
    private static final long PINS = COOKIE | 0x02000000L;
    /** Of a kind, whatever the digest. */
    static final U64 KIND_MASK = U64.of(0xffffffff_ff000000L);
    /** Of any kind. */
    static final U64 MASK = U64.of(0xffffffff_00000000L);

    static final U64 COOKIES = U64.of(COOKIE);
    static final U64 PIN_COOKIE = U64.of(PINS);
    private static final long DIGEST = 0x00ffffffL;

    private static final int GROUP = 0x46410000;
    private static final int GROUP_MASK = 0xffff0000;
    static final int MOST_CHOICES = 256;
    static final int MOST_LINKS = 254;

    private Ours() {}

    /** @param digest of what the base is; its lowest 24 bits count */
    static U64 baseCookie(long digest) {
        return U64.of(BASE | (digest & DIGEST));
    }

    static boolean isBase(U64 cookie) {
        return (cookie.getValue() & KIND_MASK.getValue()) == BASE;
    }

    static boolean isOurs(U64 cookie) {
        return (cookie.getValue() & MASK.getValue()) == COOKIE;
    }

    static boolean isOurs(OFGroup group) {
        return (group.getGroupNumber() & GROUP_MASK) == GROUP;
    }

    /** Of the group that chooses among a set of links. */
    static OFGroup balancing(int choice) {
        return OFGroup.of(GROUP | (choice << 8));
    }

    /** Of the group that prefers one link of a set, by its place there. */
    static OFGroup preferring(int choice, int link) {
        return OFGroup.of(GROUP | (choice << 8) | (link + 1));
    }
}
