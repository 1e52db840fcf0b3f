// SPDX-License-Identifier: Apache-2.0
/** YAML files read with the place of every value kept, so that each error can name its file, line and key. */
package org.fairlead.protocol.yaml;
