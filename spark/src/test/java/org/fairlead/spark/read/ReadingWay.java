// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;

/** Ways to read a file whole, and to see that it was. */
public enum ReadingWay {
    IN_ORDER {
        @Override
        public void read(FileSystem files, Path file, byte[] content) throws IOException {
            try (FSDataInputStream in = files.open(file)) {
                assertThat(in.readAllBytes()).isEqualTo(content);
            }
        }
    },
    BY_HANDLE {
        @Override
        public void read(FileSystem files, Path file, byte[] content) throws IOException {
            PathHandle handle = files.getPathHandle(files.getFileStatus(file), HandleOpt.exact());
            try (FSDataInputStream in = files.open(handle)) {
                assertThat(in.readAllBytes()).isEqualTo(content);
            }
        }
    },
    BY_BUILDER {
        @Override
        public void read(FileSystem files, Path file, byte[] content) throws Exception {
            try (FSDataInputStream in = files.openFile(file).build().get(10, TimeUnit.SECONDS)) {
                assertThat(in.readAllBytes()).isEqualTo(content);
            }
        }
    },
    BACKWARDS {
        @Override
        public void read(FileSystem files, Path file, byte[] content) throws IOException {
            try (FSDataInputStream in = files.open(file)) {
                byte[] read = new byte[content.length];
                for (int block = (content.length - 1) / BLOCK; block >= 0; block--) {
                    in.seek((long) block * BLOCK);
                    in.readFully(read, block * BLOCK, Math.min(BLOCK, read.length - block * BLOCK));
                }
                assertThat(read).isEqualTo(content);
            }
        }
    },
    BY_POSITION {
        @Override
        public void read(FileSystem files, Path file, byte[] content) throws IOException {
            try (FSDataInputStream in = files.open(file)) {
                byte[] read = new byte[content.length];
                in.readFully(0, read);
                assertThat(read).isEqualTo(content);
            }
        }
    },
    INTO_BUFFERS {
        @Override
        public void read(FileSystem files, Path file, byte[] content) throws IOException {
            try (FSDataInputStream in = files.open(file)) {
                ByteBuffer read = ByteBuffer.allocateDirect(content.length);
                while (read.hasRemaining()) {
                    assertThat(in.read(read)).isPositive();
                }
                assertThat(read.flip()).isEqualTo(ByteBuffer.wrap(content));
            }
        }
    },
    INTO_BUFFERS_BY_POSITION {
        @Override
        public void read(FileSystem files, Path file, byte[] content) throws IOException {
            try (FSDataInputStream in = files.open(file)) {
                ByteBuffer read = ByteBuffer.allocateDirect(content.length);
                in.readFully(0, read);
                assertThat(read.flip()).isEqualTo(ByteBuffer.wrap(content));
            }
        }
    },
    BY_RANGES {
        @Override
        public void read(FileSystem files, Path file, byte[] content) throws Exception {
            try (FSDataInputStream in = files.open(file)) {
                List<FileRange> ranges = new ArrayList<>();
                for (int at = 0; at < content.length; at += 3 * BLOCK / 2) {
                    ranges.add(FileRange.createFileRange(at, Math.min(3 * BLOCK / 2, content.length - at)));
                }
                in.readVectored(ranges, ByteBuffer::allocate);
                for (FileRange range : ranges) {
                    assertThat(range.getData().get(10, TimeUnit.SECONDS))
                            .isEqualTo(ByteBuffer.wrap(content, (int) range.getOffset(), range.getLength()));
                }
            }
        }
    };

    /** Reads all of a file and asserts that it is as it should be. */
    public abstract void read(FileSystem files, Path file, byte[] content) throws Exception;

    private static final int BLOCK = 1 << 20;
}
