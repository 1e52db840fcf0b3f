// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import java.io.IOException;
import java.util.Optional;
import java.util.SortedMap;

/** The objects that an endpoint serves, by bucket and key. Safe for threads. */
public interface ObjectContents {
    /** Empty where there is no such object. */
    Optional<StoredObject> find(String bucket, String key) throws IOException;

    /** Objects of a bucket whose keys begin with a prefix, by their keys; none where there is no such bucket. */
    SortedMap<String, StoredObject> withPrefix(String bucket, String prefix) throws IOException;
}
