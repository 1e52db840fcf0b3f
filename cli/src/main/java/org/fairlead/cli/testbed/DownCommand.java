// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.testbed.live.ControlSocket;
import org.fairlead.testbed.live.Request;
import org.fairlead.testbed.live.Response;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends a testbed. */
@Command(
        name = "down",
        mixinStandardHelpOptions = true,
        description = {"Ends a testbed with everything in it, HDFS's data too."})
final class DownCommand implements Callable<Integer> {
    private static final int SECONDS_TO_END = 20;
    /** A thread for each, as a testbed that does not answer must not hold up the next; the common pool may have a single one. */
    private static final Executor REQUESTS =
            ask -> LastingThread.workers("down").newThread(ask).start();

    @Mixin
    private WhichTestbed which;

    @Option(names = "--all", description = "ends all testbeds of this user")
    private boolean all;

    @Override
    public Integer call() throws InterruptedException {
        if (all) {
            for (TestbedDirectory testbed : TestbedDirectory.all()) {
                end(testbed);
            }
        } else {
            end(which.find());
        }
        return 0;
    }

    private static Response ask(TestbedDirectory testbed) {
        try {
            return ControlSocket.ask(testbed.path(), Request.of(Request.Kind.DOWN));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void end(TestbedDirectory testbed) throws InterruptedException {
        try {
            CompletableFuture.supplyAsync(() -> ask(testbed), REQUESTS).get(SECONDS_TO_END, TimeUnit.SECONDS);
            testbed.sandboxInit().ifPresent(init -> {
                try {
                    init.onExit().get(SECONDS_TO_END, TimeUnit.SECONDS);
                } catch (ExecutionException | TimeoutException | InterruptedException e) {
                    // ended by force below
                }
            });
        } catch (ExecutionException | TimeoutException e) {
            // it does not answer: ended by force below
        }
        testbed.kill();
        System.out.println("testbed '" + testbed.name() + "' is down");
    }
}
