package org.fairlead.control.http;

import java.net.InetSocketAddress;

/** What carries requests to an {@link HttpService}. */
public interface Front extends AutoCloseable {
    /** Where it listens. */
    InetSocketAddress address();

    @Override
    void close();
}
