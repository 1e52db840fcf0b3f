// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option's number, and refuses others in words that need no knowledge of Java. */
final class WholeNumber implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a whole number from -2^63 to 2^63 - 1");
        }
    }
}
