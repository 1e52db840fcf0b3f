// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.junit.jupiter.api.Test;

class DecisionFileTest {
    /** Takes so many bytes, then fails once in the midst of what it is given. */
    private static final class FullForAMoment extends OutputStream {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private int left = 200;
        private boolean failed;

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (failed || length <= left) {
                taken.write(bytes, offset, length);
                left -= length;
                return;
            }
            taken.write(bytes, offset, left);
            failed = true;
            throw new IOException("No space left on device");
        }
    }

    @Test
    void aDiskThatWasFullForAMomentTearsTheLastLineAlone() throws IOException {
        FullForAMoment disk = new FullForAMoment();
        DecisionLine line = DecisionLine.of(new DecisionLine.Application("app", "name", "fairlead"));
        try (DecisionFile file = new DecisionFile(Path.of("app.jsonl"), 1 << 20, disk)) {
            for (int flush = 0; flush < 2; flush++) {
                for (int i = 0; i < 10; i++) {
                    file.add(line);
                }
                file.flush();
            }
            assertThat(file.dropped()).isEqualTo(10);
        }

        List<DecisionLine> lines = new ArrayList<>();
        DecisionsReader.read("app.jsonl", new ByteArrayInputStream(disk.taken.toByteArray()), lines::add);
        assertThat(disk.taken.size()).isEqualTo(200);
        assertThat(lines).isNotEmpty().allSatisfy(read -> assertThat(read).isEqualTo(line));
    }
}
