// SPDX-License-Identifier: Apache-2.0
/** What a Spark application reports of its stages and of the decisions about their tasks: records in JSON. */
package org.fairlead.protocol.application;
