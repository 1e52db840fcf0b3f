// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class ObjectStatusesTest {
    private static final Path OBJECT = new Path("s3a://inputs/object");

    private final HandDrivenTime time = new HandDrivenTime();
    private final ObjectStatuses statuses = new ObjectStatuses(time);
    private int asked;

    private FileStatus ask(Path object) {
        asked++;
        return new FileStatus(asked, false, 1, 1, 0, object);
    }

    @Test
    void aStoreIsAskedOnceInSomeSeconds() throws IOException {
        assertThat(statuses.of(OBJECT, this::ask).getLen()).isEqualTo(1);
        time.pass(Duration.ofSeconds(4));
        assertThat(statuses.of(OBJECT, this::ask).getLen()).isEqualTo(1);
        time.pass(Duration.ofSeconds(2));

        assertThat(statuses.of(OBJECT, this::ask).getLen()).isEqualTo(2);
    }

    @Test
    void ofManyObjectsTheNewestAreKnown() throws IOException {
        for (int object = 0; object <= ObjectStatuses.MOST; object++) {
            statuses.of(new Path("s3a://inputs/" + object), this::ask);
        }
        int before = asked;

        statuses.of(new Path("s3a://inputs/1"), this::ask);
        assertThat(asked).isEqualTo(before);
        statuses.of(new Path("s3a://inputs/0"), this::ask);
        assertThat(asked).isEqualTo(before + 1);
    }

    @Test
    void anObjectThatIsNotThereIsAskedForAgain() throws IOException {
        assertThatThrownBy(() -> statuses.of(OBJECT, object -> {
                    throw new FileNotFoundException(object.toString());
                }))
                .isInstanceOf(FileNotFoundException.class);

        assertThat(statuses.of(OBJECT, this::ask).getLen()).isEqualTo(1);
    }
}
