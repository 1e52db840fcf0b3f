// SPDX-License-Identifier: Apache-2.0
/** An endpoint of an object store that speaks as much of S3's protocol as its readers need, over objects in memory or in a directory. */
package org.fairlead.objects;
