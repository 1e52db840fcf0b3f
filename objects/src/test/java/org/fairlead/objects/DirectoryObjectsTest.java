// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DirectoryObjectsTest {
    @TempDir
    private Path directory;

    private DirectoryObjects objects;

    @BeforeEach
    void begin() throws IOException {
        write("root/b/dir/file", "0123456789");
        write("secret", "secret");
        objects = new DirectoryObjects(directory.resolve("root"));
    }

    private Path write(String path, String text) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static String sent(StoredObject object, long from, long to) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        object.send(from, to, out);
        return out.toString(UTF_8);
    }

    @Test
    void aFileIsAnObject() throws IOException {
        StoredObject object = objects.find("b", "dir/file").orElseThrow();

        assertThat(object.length()).isEqualTo(10);
        assertThat(object.etag()).isEqualTo("\"781e5e245d69b566979b86e28d23f2c7\"");
        assertThat(sent(object, 0, 10)).isEqualTo("0123456789");
        assertThat(sent(object, 3, 5)).isEqualTo("34");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dir", "dir/", "dir/file/", "dir//file", "./dir/file", "dir/../dir/file", "", "no", "a\0b"})
    void aKeyIsAPathAndNothingLikeIt(String key) throws IOException {
        assertThat(objects.find("b", key)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "", "no", "b/dir"})
    void aBucketIsADirectoryOfTheRoot(String bucket) throws IOException {
        assertThat(objects.find(bucket, "file")).isEmpty();
        assertThat(objects.find(bucket, "secret")).isEmpty();
        assertThat(objects.withPrefix(bucket, "")).isEmpty();
    }

    @Test
    void nothingOutsideIsServed() throws IOException {
        assertThat(objects.find("b", "../../secret")).isEmpty();
        assertThat(objects.find("b", directory.resolve("secret").toString())).isEmpty();
        assertThat(objects.withPrefix("b", "../../")).isEmpty();
    }

    @Test
    void aPrefixMayEndWithinAName() throws IOException {
        write("root/b/dir/sub/one", "1");
        write("root/b/dirt", "2");

        assertThat(objects.withPrefix("b", "").keySet()).containsExactly("dir/file", "dir/sub/one", "dirt");
        assertThat(objects.withPrefix("b", "dir").keySet()).containsExactly("dir/file", "dir/sub/one", "dirt");
        assertThat(objects.withPrefix("b", "dir/").keySet()).containsExactly("dir/file", "dir/sub/one");
        assertThat(objects.withPrefix("b", "dir/s").keySet()).containsExactly("dir/sub/one");
        assertThat(objects.withPrefix("b", "no/")).isEmpty();
    }

    @Test
    void anotherContentHasAnotherEtag() throws IOException {
        String before = objects.find("b", "dir/file").orElseThrow().etag();
        Path file = write("root/b/dir/file", "9876543210");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));

        StoredObject now = objects.find("b", "dir/file").orElseThrow();

        assertThat(now.etag()).isNotEqualTo(before);
        assertThat(sent(now, 0, 1)).isEqualTo("9");
    }

    @Test
    void whatBecomesShorterIsNotSentAsIfItWereWhole() throws IOException {
        StoredObject object = objects.find("b", "dir/file").orElseThrow();
        write("root/b/dir/file", "01");

        assertThatThrownBy(() -> sent(object, 0, 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("shorter");
    }
}
