// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** How a message is written: the same records, the same field names (snake case). */
public enum Encoding {
    /** For people and scripts. */
    JSON("application/json", strict(new JsonMapper(factory(JsonFactory.builder())))),
    /** Between machines: a third of the size, no decimal conversion. */
    CBOR("application/cbor", strict(new CBORMapper(factory(CBORFactory.builder()))));

    /** The largest view or topology that a client takes, bytes: about 100,000 hosts. */
    public static final int LARGEST_REPLY_BYTES = 64 << 20;

    private final String contentType;

    @SuppressWarnings("ImmutableEnumChecker") // not changed once it is configured
    private final ObjectMapper mapper;

    Encoding(String contentType, ObjectMapper mapper) {
        this.contentType = contentType;
        this.mapper = mapper;
    }

    public String contentType() {
        return contentType;
    }

    /** CBOR where a Content-Type or Accept header names it, otherwise JSON. */
    public static Encoding of(String header) {
        return header.toLowerCase(Locale.ROOT).contains(CBOR.contentType) ? CBOR : JSON;
    }

    public byte[] write(Object message) {
        try {
            return mapper.writeValueAsBytes(message);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a message cannot be written: " + e.getOriginalMessage(), e);
        }
    }

    public <T> T read(byte[] bytes, Class<T> type) throws InvalidMessageException {
        return read(() -> mapper.readValue(bytes, type));
    }

    public <T> List<T> readList(byte[] bytes, Class<T> type) throws InvalidMessageException {
        JavaType list = mapper.getTypeFactory().constructCollectionType(List.class, type);
        return read(() -> mapper.readValue(bytes, list));
    }

    private interface Reading<T> {
        T message() throws IOException;
    }

    private <T> T read(Reading<T> reading) throws InvalidMessageException {
        try {
            T message = reading.message();
            if (message == null) {
                throw new InvalidMessageException("the message is null");
            }
            return message;
        } catch (InvalidMessageException e) {
            throw e;
        } catch (JsonMappingException e) {
            throw new InvalidMessageException(
                    e.getCause() instanceof IllegalArgumentException cause
                            ? cause.getMessage()
                            : place(e) + firstLine(e.getOriginalMessage()));
        } catch (JsonProcessingException e) {
            throw new InvalidMessageException("not valid " + name() + ": " + firstLine(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new InvalidMessageException("not valid " + name() + ": " + firstLine(String.valueOf(e.getMessage())));
        }
    }

    private static String place(JsonMappingException e) {
        StringBuilder place = new StringBuilder();
        for (JsonMappingException.Reference reference : e.getPath()) {
            if (reference.getFieldName() == null) {
                place.append('[').append(reference.getIndex()).append(']');
            } else {
                place.append(place.isEmpty() ? "" : ".").append(reference.getFieldName());
            }
        }
        return place.isEmpty() ? "" : place + ": ";
    }

    private static String firstLine(String text) {
        if (text.startsWith("No content")) {
            return "the message is empty";
        }
        if (text.startsWith("Cannot map `null`")) {
            return "a value is missing";
        }
        String line = text.lines()
                .findFirst()
                .orElse("")
                .replaceFirst(" \\((start marker|set Deser).*", "")
                .strip();
        return line.length() > 200 ? line.substring(0, 200) + "..." : line;
    }

    private static <F extends JsonFactory> F factory(com.fasterxml.jackson.core.TSFBuilder<F, ?> builder) {
        return builder.streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(64 << 10)
                        .maxNameLength(100)
                        .maxNumberLength(40)
                        .maxNestingDepth(10)
                        .maxDocumentLength(LARGEST_REPLY_BYTES)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
    }

    @SuppressWarnings("deprecation") // the builder's form of it differs between JSON and CBOR
    private static ObjectMapper strict(ObjectMapper mapper) {
        return mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .configure(MapperFeature.ALLOW_COERCION_OF_SCALARS, false)
                .configure(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS, true)
                .configure(DeserializationFeature.ACCEPT_FLOAT_AS_INT, false)
                .configure(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, true)
                .configure(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES, true)
                // A newer sender may say more than an older receiver knows.
                .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    }
}
