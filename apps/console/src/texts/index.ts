/**
 * The catalogue of texts, one file per area. Components import from here only; a second language is a second folder
 * of the same shape. Texts with parts are functions. Where the product's specification gives a wording, it is
 * verbatim.
 */

export { alarmPeopleTexts } from "./de/alarm-people.ts";
export { alarmsTexts } from "./de/alarms.ts";
export { auditTexts } from "./de/audit.ts";
export { backupTexts } from "./de/backup.ts";
export { centralTexts } from "./de/central.ts";
export { certsTexts } from "./de/certs.ts";
export { commonTexts } from "./de/common.ts";
export { constantsTexts } from "./de/constants.ts";
export { containerNames } from "./de/container-names.ts";
export { containersTexts } from "./de/containers.ts";
export { correctionTexts } from "./de/corrections.ts";
export { draftsTexts } from "./de/drafts.ts";
export { energyTexts } from "./de/energy.ts";
export { fleetTexts } from "./de/fleet.ts";
export { fleetPeopleTexts } from "./de/fleet-people.ts";
export { forwardingTexts } from "./de/forwarding.ts";
export { htdocsTexts } from "./de/htdocs.ts";
export { jobsTexts } from "./de/jobs.ts";
export { knxTexts } from "./de/knx.ts";
export { licenseTexts } from "./de/license.ts";
export { logTexts } from "./de/log.ts";
export { machineTokensTexts } from "./de/machine-tokens.ts";
export { mbusTexts } from "./de/mbus.ts";
export { networkTexts } from "./de/network.ts";
export { oidcTexts } from "./de/oidc.ts";
export { pagesTexts } from "./de/pages.ts";
export { peopleTexts } from "./de/people.ts";
export { podsTexts } from "./de/pods.ts";
export { projectTexts } from "./de/project.ts";
export { projectCellsTexts } from "./de/project-cells.ts";
export { quickBarTexts } from "./de/quick-bar.ts";
export { recordingTexts } from "./de/recording.ts";
export { rightsTexts } from "./de/rights.ts";
export { schedulesTexts } from "./de/schedules.ts";
export { scriptsTexts } from "./de/scripts.ts";
export { secondFactorTexts } from "./de/second-factor.ts";
export { sessionTexts } from "./de/session.ts";
export { shellTexts } from "./de/shell.ts";
export { statusTexts } from "./de/status.ts";
export { storesTexts } from "./de/stores.ts";
export { systemTexts } from "./de/system.ts";
export { tokenTexts } from "./de/token.ts";
export { traceTexts } from "./de/trace.ts";
export { updateTexts } from "./de/update.ts";
export { usersTexts } from "./de/users.ts";
export { whyTexts } from "./de/why.ts";
