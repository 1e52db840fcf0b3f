// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.object;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.s3a.S3ObjectAttributes;
import org.apache.hadoop.fs.s3a.impl.streams.AbstractObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.FactoryBindingParameters;
import org.apache.hadoop.fs.s3a.impl.streams.InputStreamType;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStreamCallbacks;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.apache.hadoop.fs.s3a.impl.streams.StreamFactoryRequirements;
import org.apache.hadoop.fs.s3a.impl.streams.StreamIntegration;
import org.fairlead.spark.prefetch.HeldObject;
import org.fairlead.spark.prefetch.ObjectPlace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * What S3A asks for a stream of each object that it opens ({@code fs.s3a.input.stream.custom.factory}). An object of which nothing is held is opened by the stock factory that there was before, and so is all that is odd. Of one that may be held
 * the store is asked for the first byte, as who opens it: so it is seen whether that may be, and which content the object has now. S3A makes one for each file system.
 */
public final class HeldObjectStreamFactory extends AbstractObjectInputStreamFactory {
    private static final Logger LOG = LoggerFactory.getLogger(HeldObjectStreamFactory.class);

    private ObjectInputStreamFactory stock;
    private boolean isOff;

    public HeldObjectStreamFactory() {
        super("fairlead");
    }

    @Override
    protected void serviceInit(Configuration conf) throws Exception {
        super.serviceInit(conf);
        Configuration before = ObjectStreams.stock(conf);
        stock = StreamIntegration.factoryFromConfig(before);
        stock.init(before);
        isOff = ObjectStreams.encryptsItself(conf);
    }

    @Override
    public void bind(FactoryBindingParameters parameters) throws IOException {
        super.bind(parameters);
        stock.bind(parameters);
    }

    @Override
    protected void serviceStart() throws Exception {
        super.serviceStart();
        stock.start();
    }

    @Override
    protected void serviceStop() throws Exception {
        if (stock != null) {
            stock.stop();
        }
        super.serviceStop();
    }

    @Override
    public StreamFactoryRequirements factoryRequirements() {
        return stock.factoryRequirements();
    }

    @Override
    public InputStreamType streamType() {
        return stock.streamType();
    }

    @Override
    public boolean hasCapability(String capability) {
        return stock.hasCapability(capability);
    }

    @Override
    public ObjectInputStream readObject(ObjectReadParameters parameters) throws IOException {
        Optional<HeldObject> held = isOff ? Optional.empty() : held(parameters);
        if (held.isEmpty()) {
            return stock.readObject(parameters);
        }
        try {
            return new HeldObjectStream(streamType(), parameters, held.get(), stock);
        } catch (RuntimeException | LinkageError e) {
            held.get().close();
            HeldObject.failed("stream", e);
            return stock.readObject(parameters);
        }
    }

    private static Optional<HeldObject> held(ObjectReadParameters parameters) {
        try {
            S3ObjectAttributes object = parameters.getObjectAttributes();
            ObjectPlace place = new ObjectPlace(object.getBucket(), object.getKey());
            // Without an etag the stock stream, which is opened later for what is not held, may find another version.
            if (object.getETag() == null || !HeldObject.mayBeHeld(place, object.getLen())) {
                return Optional.empty();
            }
            Optional<String> now = etag(object, parameters.getCallbacks());
            boolean isAsked =
                    now.map(etag -> plain(etag).equals(plain(object.getETag()))).orElse(false);
            return isAsked
                    ? now.flatMap(etag -> HeldObject.open(place.version(etag, object.getLen())))
                    : Optional.empty();
        } catch (RuntimeException | LinkageError e) {
            HeldObject.failed("object", e);
            return Optional.empty();
        }
    }

    /** Of the object as it is now; empty where it has another length, may not be read or is not there: the stock stream then says so. */
    private static Optional<String> etag(S3ObjectAttributes object, ObjectInputStreamCallbacks store) {
        GetObjectRequest first =
                store.newGetRequestBuilder(object.getKey()).range("bytes=0-0").build();
        try (ResponseInputStream<GetObjectResponse> answer = store.getObject(first)) {
            GetObjectResponse is = answer.response();
            int read = answer.readAllBytes().length; // so that the connection is used again
            boolean isWhole = read == 1 && ("bytes 0-0/" + object.getLen()).equals(is.contentRange());
            return isWhole ? Optional.ofNullable(is.eTag()) : Optional.empty();
        } catch (IOException | SdkException e) {
            LOG.debug("{} is opened as ever", object.getKey(), e);
            return Optional.empty();
        }
    }

    private static String plain(String etag) {
        return etag.replace("\"", "");
    }
}
