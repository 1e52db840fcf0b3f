// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;

/** Why a request by HTTP got no answer, for people. */
public final class FailedRequest {
    private FailedRequest() {}

    /** What failed, in a word: some of the JDK's exceptions carry no text. */
    public static String reason(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof ConnectException) {
            return "no connection";
        }
        String message = cause.getMessage();
        return message == null || message.isBlank()
                ? cause.getClass().getSimpleName().replaceFirst("Exception$", "")
                : message;
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof UncheckedIOException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
