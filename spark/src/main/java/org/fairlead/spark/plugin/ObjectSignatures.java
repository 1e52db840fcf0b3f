// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.util.List;

/** Checks, before objects are fetched ahead, that this Hadoop's S3A has what that relies on: its package for streams is called unstable. */
final class ObjectSignatures {
    private static final String S3A = "org.apache.hadoop.fs.s3a.";
    private static final String STREAMS = S3A + "impl.streams.";
    private static final String AWS = "software.amazon.awssdk.";
    private static final String FILE_SYSTEM = S3A + "S3AFileSystem";
    private static final String ATTRIBUTES = S3A + "S3ObjectAttributes";
    private static final String STATISTICS = S3A + "statistics.S3AInputStreamStatistics";
    private static final String FACTORY = STREAMS + "ObjectInputStreamFactory";
    private static final String STREAM = STREAMS + "ObjectInputStream";
    private static final String TYPE = STREAMS + "InputStreamType";
    private static final String PARAMETERS = STREAMS + "ObjectReadParameters";
    private static final String CALLBACKS = STREAMS + "ObjectInputStreamCallbacks";
    private static final String GET = AWS + "services.s3.model.GetObjectRequest";

    private ObjectSignatures() {}

    /** Whether there is an S3A at all. */
    static boolean isThere(ClassLoader loader) {
        try {
            Class.forName(FILE_SYSTEM, false, loader);
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Whether S3A's classes come from where ours do. */
    static boolean sharesLoader(ClassLoader ours) {
        try {
            return Class.forName(FILE_SYSTEM, false, ours).getClassLoader() == ours;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** What is not there, in words; nothing when all is as expected. */
    static List<String> missing(ClassLoader loader) {
        SignatureCheck check = new SignatureCheck(loader);
        factory(check);
        stream(check);
        probe(check);
        return check.missing();
    }

    private static void factory(SignatureCheck check) {
        check.constructor(STREAMS + "AbstractObjectInputStreamFactory", String.class);
        check.method(FACTORY, void.class, "bind", STREAMS + "FactoryBindingParameters");
        check.method(FACTORY, STREAM, "readObject", PARAMETERS);
        check.method(FACTORY, STREAMS + "StreamFactoryRequirements", "factoryRequirements");
        check.method(FACTORY, TYPE, "streamType");
        check.method(
                STREAMS + "StreamIntegration", FACTORY, "factoryFromConfig", "org.apache.hadoop.conf.Configuration");
    }

    private static void stream(SignatureCheck check) {
        check.constructor(STREAM, TYPE, PARAMETERS);
        check.method(STREAM, boolean.class, "isStreamOpen");
        check.method(STREAM, void.class, "abortInFinalizer");
        check.method(STREAM, void.class, "close");
        check.method(STREAM, boolean.class, "hasCapability", String.class);
        check.method(STREAM, long.class, "getContentLength");
        check.method(STREAM, String.class, "getUri");
        check.method(STREAM, S3A + "S3AReadOpContext", "getContext");
        check.method(STREAM, STATISTICS, "getS3AStreamStatistics");
        check.method(STATISTICS, void.class, "bytesRead", long.class);
        check.method(S3A + "S3AOpContext", "org.apache.hadoop.fs.FileSystem$Statistics", "getStats");
    }

    private static void probe(SignatureCheck check) {
        check.method(PARAMETERS, ATTRIBUTES, "getObjectAttributes");
        check.method(PARAMETERS, CALLBACKS, "getCallbacks");
        check.method(ATTRIBUTES, String.class, "getBucket");
        check.method(ATTRIBUTES, String.class, "getKey");
        check.method(ATTRIBUTES, String.class, "getETag");
        check.method(ATTRIBUTES, long.class, "getLen");
        check.method(CALLBACKS, GET + "$Builder", "newGetRequestBuilder", String.class);
        check.method(CALLBACKS, AWS + "core.ResponseInputStream", "getObject", GET);
        check.method(GET + "$Builder", GET + "$Builder", "range", String.class);
        check.method(AWS + "services.s3.model.GetObjectResponse", String.class, "eTag");
        check.method(AWS + "services.s3.model.GetObjectResponse", String.class, "contentRange");
    }
}
