/**
 * What protects, broken once each, by package. `file` holds `search` exactly once; with `replace` in its place at least one
 * test of `tests` must fail. See `scripts/check-mutants.mjs`.
 *
 * @typedef {{ breaks: string, file: string, search: string, replace: string, tests: string[] }} Mutant
 */
import { alarms } from "./alarms.mjs";
import { alarmsShown } from "./alarms-shown.mjs";
import { appliance } from "./appliance.mjs";
import { applianceAreas } from "./appliance-areas.mjs";
import { applianceEdge } from "./appliance-edge.mjs";
import { areas } from "./areas.mjs";
import { backup } from "./backup.mjs";
import { bounds } from "./bounds.mjs";
import { central } from "./central.mjs";
import { centralBackups } from "./central-backups.mjs";
import { centralCluster } from "./central-cluster.mjs";
import { centralConsole } from "./central-console.mjs";
import { centralEntrusted } from "./central-entrusted.mjs";
import { centralFactor } from "./central-factor.mjs";
import { centralFiles } from "./central-files.mjs";
import { centralPeople } from "./central-people.mjs";
import { centralSites } from "./central-sites.mjs";
import { centralTransfers } from "./central-transfers.mjs";
import { console } from "./console.mjs";
import { containers } from "./containers.mjs";
import { contract } from "./contract.mjs";
import { core } from "./core.mjs";
import { delivery } from "./delivery.mjs";
import { draftGrid } from "./draft-grid.mjs";
import { draftJudge } from "./draft-judge.mjs";
import { draftMerge } from "./draft-merge.mjs";
import { draftScripts } from "./draft-scripts.mjs";
import { draftSecrets } from "./draft-secrets.mjs";
import { draftWork } from "./draft-work.mjs";
import { drafts } from "./drafts.mjs";
import { energy } from "./energy.mjs";
import { engineLost } from "./engine-lost.mjs";
import { further } from "./further.mjs";
import { guards } from "./guards.mjs";
import { guardsFiles } from "./guards-files.mjs";
import { host } from "./host.mjs";
import { hostd } from "./hostd.mjs";
import { hub } from "./hub.mjs";
import { ipc } from "./ipc.mjs";
import { launcher } from "./launcher.mjs";
import { live } from "./live.mjs";
import { lua } from "./lua.mjs";
import { machineTokens } from "./machine-tokens.mjs";
import { oidc } from "./oidc.mjs";
import { pages } from "./pages.mjs";
import { passkeys } from "./passkeys.mjs";
import { people } from "./people.mjs";
import { peopleRoles } from "./people-roles.mjs";
import { pods } from "./pods.mjs";
import { podsField } from "./pods-field.mjs";
import { podsLinks } from "./pods-links.mjs";
import { podsMbus } from "./pods-mbus.mjs";
import { podsMessages } from "./pods-messages.mjs";
import { podsNet } from "./pods-net.mjs";
import { project } from "./project.mjs";
import { releases } from "./releases.mjs";
import { restore } from "./restore.mjs";
import { schedules } from "./schedules.mjs";
import { stores } from "./stores.mjs";
import { supervision } from "./supervision.mjs";
import { why } from "./why.mjs";

/** @type {Mutant[]} */
export const MUTANTS = [
  ...alarms,
  ...alarmsShown,
  ...appliance,
  ...applianceAreas,
  ...areas,
  ...applianceEdge,
  ...backup,
  ...bounds,
  ...central,
  ...centralBackups,
  ...centralCluster,
  ...centralConsole,
  ...centralEntrusted,
  ...centralFactor,
  ...centralFiles,
  ...centralPeople,
  ...centralSites,
  ...centralTransfers,
  ...console,
  ...containers,
  ...contract,
  ...core,
  ...delivery,
  ...draftGrid,
  ...draftJudge,
  ...draftMerge,
  ...draftScripts,
  ...draftSecrets,
  ...draftWork,
  ...drafts,
  ...energy,
  ...engineLost,
  ...further,
  ...guards,
  ...guardsFiles,
  ...host,
  ...hostd,
  ...hub,
  ...ipc,
  ...launcher,
  ...live,
  ...lua,
  ...machineTokens,
  ...oidc,
  ...passkeys,
  ...pages,
  ...people,
  ...peopleRoles,
  ...pods,
  ...podsField,
  ...podsLinks,
  ...podsMbus,
  ...podsMessages,
  ...podsNet,
  ...project,
  ...releases,
  ...restore,
  ...schedules,
  ...stores,
  ...supervision,
  ...why,
];
