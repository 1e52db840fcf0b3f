package org.fairlead.control.http;

import java.util.function.Consumer;

/** What answers, whatever carries it. Safe for threads; never blocks. */
public interface HttpService {
    /** The largest body that is read for a path, bytes. */
    int largestBody(String path);

    /**
     * Never fails: a refusal is an answer, too.
     *
     * @param then called once: at once, or later on a thread of the service's
     */
    void answer(HttpQuestion question, Consumer<HttpAnswer> then);

    /** The answer to what could not even be read. */
    HttpAnswer refusal(RefusedException refused, String accept);
}
