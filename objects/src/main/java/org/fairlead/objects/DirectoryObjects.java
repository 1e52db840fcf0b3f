// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/**
 * The files of a directory: each of its subdirectories is a bucket, and a file's path below that its key. A file is read for its etag when it is first asked for, and again when its length or
 * its time of change is another. Nothing outside of the directory is served by any key; symbolic links are followed.
 */
public final class DirectoryObjects implements ObjectContents {
    private static final int BUFFER_BYTES = 64 << 10;

    private final Path root;
    private final ConcurrentMap<Path, Known> known = new ConcurrentHashMap<>();

    private record Known(FileTime changed, InFile object) {}

    private record InFile(Path file, long length, String etag) implements StoredObject {
        @Override
        public void send(long from, long to, OutputStream receiver) throws IOException {
            byte[] buffer = new byte[BUFFER_BYTES];
            try (InputStream in = Files.newInputStream(file)) {
                in.skipNBytes(from);
                for (long left = to - from; left > 0; ) {
                    int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                    if (read < 0) {
                        throw new IOException(file + " has become shorter while it was sent");
                    }
                    receiver.write(buffer, 0, read);
                    left -= read;
                }
            }
        }
    }

    /** @param root whose subdirectories are buckets; they and what is in them may come later */
    public DirectoryObjects(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    @Override
    public Optional<StoredObject> find(String bucket, String key) throws IOException {
        Optional<Path> file = bucket(bucket).flatMap(directory -> below(directory, key));
        return file.isPresent() && Files.isRegularFile(file.get()) ? Optional.of(object(file.get())) : Optional.empty();
    }

    @Override
    public SortedMap<String, StoredObject> withPrefix(String bucket, String prefix) throws IOException {
        SortedMap<String, StoredObject> found = new TreeMap<>();
        Optional<Path> directory = bucket(bucket);
        int slash = prefix.lastIndexOf('/');
        Optional<Path> start = slash < 0
                ? directory
                : directory.flatMap(bucketDirectory -> below(bucketDirectory, prefix.substring(0, slash)));
        if (start.isEmpty() || !Files.isDirectory(start.get())) {
            return found;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(start.get())) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String key = directory.get().relativize(file).toString();
            if (key.startsWith(prefix)) {
                found.put(key, object(file));
            }
        }
        return found;
    }

    private Optional<Path> bucket(String bucket) {
        return bucket.contains("/") ? Optional.empty() : below(root, bucket);
    }

    /** What lies below a directory by a name that says nothing but its way down; empty for any other name. */
    private static Optional<Path> below(Path directory, String name) {
        try {
            Path file = directory.resolve(name).normalize();
            boolean isPlain = !name.isEmpty()
                    && file.startsWith(directory)
                    && directory.relativize(file).toString().equals(name);
            return isPlain ? Optional.of(file) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private StoredObject object(Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        Known before = known.get(file);
        if (before != null
                && before.changed().equals(now.lastModifiedTime())
                && before.object().length() == now.size()) {
            return before.object();
        }
        try (InputStream in = Files.newInputStream(file)) {
            InFile object = new InFile(file, now.size(), Etag.of(in));
            known.put(file, new Known(now.lastModifiedTime(), object));
            return object;
        }
    }
}
