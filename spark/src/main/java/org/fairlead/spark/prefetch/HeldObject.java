// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** What this process holds in memory of an object that is read. Whatever fails here, its stream reads from the store. Of one reader, closed by any thread. */
public final class HeldObject implements AutoCloseable {
    private final HeldReplicas owner;
    private final HeldBlock held;
    private boolean wasRead;
    private volatile boolean failed;

    private HeldObject(HeldReplicas owner, HeldBlock held) {
        this.owner = owner;
        this.held = held;
    }

    /** Whether something may be held of an object, whatever its content. Quick, and asks nobody. */
    public static boolean mayBeHeld(ObjectPlace place, long length) {
        return HeldReplicas.inThisProcess()
                .map(owner -> owner.mayHave(block -> block.isObjectAt(place.bucket(), place.key(), length)))
                .orElse(false);
    }

    /** What is held of an object with one content; it stays until it is closed. */
    public static Optional<HeldObject> open(BlockKey version) {
        return HeldReplicas.inThisProcess()
                .flatMap(owner -> owner.open(version, version.generation()).map(held -> new HeldObject(owner, held)));
    }

    /**
     * Copies bytes out.
     *
     * @param position in the object
     * @param most bytes, above 0
     * @return how many, 0 if these are to be read from the store, up to {@link #nextFrom}
     * @throws InterruptedIOException if the thread is interrupted while it waits for what is under way
     */
    public int read(long position, byte[] into, int offset, int most) throws InterruptedIOException {
        if (failed) {
            return 0;
        }
        try {
            int read = held.read(position, ByteBuffer.wrap(into, offset, most), most);
            if (read > 0 && !wasRead) {
                wasRead = true;
                owner.hit();
            }
            return read;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while input was awaited");
            interrupted.initCause(e);
            throw interrupted;
        } catch (RuntimeException | Error e) {
            failed = true;
            owner.failed("object", e);
            return 0;
        }
    }

    /** Where after a position the next byte is that may be held; {@code otherwise} if there is none before that. */
    public long nextFrom(long position, long otherwise) {
        return failed ? otherwise : held.nextFrom(position, otherwise);
    }

    /** Whether all of a part was there or arriving when it was opened, and was no disappointment since. */
    public boolean covers(long position, long bytes) {
        return !failed && held.covers(position, position + bytes);
    }

    /** So many bytes came from the store, since they were not held. */
    public void readBeside(long bytes) {
        owner.readBeside(bytes);
    }

    /** Something of ours failed: from now on its stream reads from the store alone. */
    public static void failed(String what, Throwable why) {
        HeldReplicas.inThisProcess().ifPresent(owner -> owner.failed(what, why));
    }

    @Override
    public void close() {
        try {
            held.close();
            if (!failed) {
                owner.succeeded();
            }
        } catch (RuntimeException | Error e) {
            owner.failed("close", e);
        }
    }
}
