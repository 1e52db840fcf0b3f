// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.PrivilegedExceptionAction;
import java.util.Optional;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

class PrefetchSideTest {
    /** As a session of somebody else than who started the application. */
    private static Optional<String> asSomebodyElse(String application) throws Exception {
        return UserGroupInformation.createRemoteUser("somebody")
                .doAs((PrivilegedExceptionAction<Optional<String>>) () -> PrefetchSide.anotherUser(application));
    }

    @Test
    void whoRunsAsAnotherUserThanTheApplicationFetchesNothing() throws Exception {
        String own = UserGroupInformation.getCurrentUser().getShortUserName();

        assertThat(PrefetchSide.anotherUser(own)).isEmpty();
        assertThat(asSomebodyElse("somebody")).isEmpty();
        assertThat(asSomebodyElse(own))
                .hasValueSatisfying(why -> assertThat(why).contains("somebody").contains(own));
    }
}
