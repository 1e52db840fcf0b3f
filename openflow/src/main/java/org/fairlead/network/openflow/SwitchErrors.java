// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import org.projectfloodlight.openflow.protocol.OFBadRequestCode;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadActionErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadMatchErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadRequestErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFFlowModFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFGroupModFailedErrorMsg;

/** What switches refuse, in the protocol's own words. */
final class SwitchErrors {
    private SwitchErrors() {}

    static String words(OFErrorMsg error) {
        String code = "";
        if (error instanceof OFFlowModFailedErrorMsg flow) {
            code = " " + flow.getCode();
        } else if (error instanceof OFGroupModFailedErrorMsg group) {
            code = " " + group.getCode();
        } else if (error instanceof OFBadRequestErrorMsg request) {
            code = " " + request.getCode();
        } else if (error instanceof OFBadMatchErrorMsg match) {
            code = " " + match.getCode();
        } else if (error instanceof OFBadActionErrorMsg action) {
            code = " " + action.getCode();
        }
        return error.getErrType() + code;
    }

    /** Whether it says that another controller is master. */
    static boolean isOfSlave(OFErrorMsg error) {
        return error instanceof OFBadRequestErrorMsg request && request.getCode() == OFBadRequestCode.IS_SLAVE;
    }
}
