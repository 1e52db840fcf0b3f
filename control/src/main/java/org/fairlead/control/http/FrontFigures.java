// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

/**
 * What a front holds and has done, for metrics.
 *
 * @param serving whether it listens
 * @param known connections of those who have shown who they are
 * @param strangers connections of others
 * @param accepted connections ever
 * @param evicted connections that made room for others
 * @param expired connections closed because they dawdled
 * @param handshakesFailed of TLS
 * @param bodyBytes held for requests
 * @param answerBytes held for clients that read slowly
 */
public record FrontFigures(
        boolean serving,
        int known,
        int strangers,
        long accepted,
        long evicted,
        long expired,
        long handshakesFailed,
        long bodyBytes,
        long answerBytes) {}
