// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.client.TransportClientFactory;
import org.apache.spark.network.shuffle.BlockStoreClient;

/**
 * Sees whom this executor has asked for blocks and has not heard from yet: those of its connections with an outstanding request. Spark's own objects are looked at,
 * and none is changed; its pool of connections has no public way in, so that this is done by reflection.
 */
public final class AwaitedSenders {
    private static final String POOLS = "connectionPool";
    private static final String POOL = TransportClientFactory.class.getName() + "$ClientPool";
    private static final String CLIENTS = "clients";

    private final Map<?, ?> pools;
    private final Field clients;

    private AwaitedSenders(Map<?, ?> pools, Field clients) {
        this.pools = pools;
        this.clients = clients;
    }

    /**
     * Empty until the client is initialized.
     *
     * @param blocks what fetches blocks in this executor
     * @throws ReflectiveOperationException if this Spark has not what is relied on
     */
    public static Optional<AwaitedSenders> of(BlockStoreClient blocks) throws ReflectiveOperationException {
        Object factory = factoryField(blocks.getClass()).get(blocks);
        if (factory == null) {
            return Optional.empty();
        }
        Object pools = accessible(TransportClientFactory.class, POOLS).get(factory);
        if (!(pools instanceof Map<?, ?> known)) {
            throw new NoSuchFieldException(TransportClientFactory.class.getName() + "." + POOLS + ", a map");
        }
        Class<?> pool = Class.forName(POOL, false, TransportClientFactory.class.getClassLoader());
        return Optional.of(new AwaitedSenders(known, accessible(pool, CLIENTS)));
    }

    private static Field factoryField(Class<?> client) throws NoSuchFieldException {
        for (Class<?> type = client; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getType() == TransportClientFactory.class) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(client.getName() + ": no " + TransportClientFactory.class.getName());
    }

    private static Field accessible(Class<?> owner, String name) throws NoSuchFieldException {
        Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** The hosts that are waited for now, as Spark names them. */
    public Set<String> now() throws ReflectiveOperationException {
        Set<String> hosts = new TreeSet<>();
        for (Map.Entry<?, ?> pool : pools.entrySet()) {
            if (pool.getKey() instanceof InetSocketAddress address
                    && clients.get(pool.getValue()) instanceof TransportClient[] connections
                    && isAwaited(connections)) {
                hosts.add(address.getHostString());
            }
        }
        return hosts;
    }

    private static boolean isAwaited(TransportClient[] connections) {
        for (TransportClient each : connections) {
            if (each != null && each.isActive() && each.getHandler().numOutstandingRequests() > 0) {
                return true;
            }
        }
        return false;
    }
}
