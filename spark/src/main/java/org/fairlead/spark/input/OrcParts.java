// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.RecordReaderImpl;

/**
 * The bytes that a task reads of its part of an ORC file: the file's end, where its footer is, and of the stripes that begin in the part the read columns' streams of data and the stripe's footer, as ORC's own reader has it. Row indexes, which are read for filters alone, are not among them, and which
 * stripes are left out by their statistics is not known. Reads footers, and keeps the newest; not safe for threads.
 */
public final class OrcParts {
    private final Configuration conf;
    private final Footers<Stripe> footers = new Footers<>(stripe -> stripe.data.count());

    private record Stripe(long start, long footerStart, long footerLength, ColumnChunks data) {}

    /** @param conf of Hadoop */
    public OrcParts(Configuration conf) {
        this.conf = conf;
    }

    /**
     * Where in the file its bytes are.
     *
     * @param part whose columns are known
     * @throws IOException if the file is not there any more, may not be read, or is no ORC
     */
    public List<FilePart> of(FilePart part) throws IOException {
        FileStatus status = part.file().getFileSystem(conf).getFileStatus(part.file());
        Set<String> columns = part.columns().orElseThrow().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        FileRanges ranges = new FileRanges(status);
        for (Stripe stripe : stripes(status)) {
            if (stripe.start >= part.start() && stripe.start < part.start() + part.length()) {
                ranges.add(stripe.footerStart, stripe.footerLength);
                stripe.data.addTo(ranges, columns);
            }
        }
        return ranges.parts();
    }

    private List<Stripe> stripes(FileStatus status) throws IOException {
        Optional<List<Stripe>> known = footers.of(status);
        if (known.isPresent()) {
            return known.get();
        }
        List<Stripe> stripes = new ArrayList<>();
        try (Reader reader = OrcFile.createReader(
                        status.getPath(), OrcFile.readerOptions(conf).maxLength(status.getLen()));
                RecordReaderImpl rows = (RecordReaderImpl) reader.rows()) {
            ColumnChunks.Builder streams = new ColumnChunks.Builder();
            for (StripeInformation stripe : reader.getStripes()) {
                stripes.add(stripe(stripe, rows.readStripeFooter(stripe), reader.getSchema(), streams));
            }
        } catch (RuntimeException e) {
            throw new IOException(status.getPath() + " has no footers of ORC: " + e.getMessage(), e);
        }
        footers.keep(status, stripes);
        return stripes;
    }

    /** Streams lie one after the other from the stripe's begin, in the order of its footer. */
    private static Stripe stripe(
            StripeInformation stripe,
            OrcProto.StripeFooter footer,
            TypeDescription schema,
            ColumnChunks.Builder streams) {
        long at = stripe.getOffset();
        long dataStart = at + stripe.getIndexLength();
        for (OrcProto.Stream stream : footer.getStreamsList()) {
            if (at >= dataStart) {
                streams.add(columnOf(schema, stream.getColumn()), at, stream.getLength());
            }
            at += stream.getLength();
        }
        return new Stripe(
                stripe.getOffset(), dataStart + stripe.getDataLength(), stripe.getFooterLength(), streams.chunks());
    }

    /** The column at the top that one is in; empty: in none, or in all rows. */
    private static String columnOf(TypeDescription schema, int id) {
        List<TypeDescription> columns = schema.getChildren();
        for (int column = 0; columns != null && column < columns.size(); column++) {
            if (id >= columns.get(column).getId() && id <= columns.get(column).getMaximumId()) {
                return schema.getFieldNames().get(column);
            }
        }
        return "";
    }
}
