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
import { backup } from "./backup.mjs";
import { console } from "./console.mjs";
import { containers } from "./containers.mjs";
import { contract } from "./contract.mjs";
import { core } from "./core.mjs";
import { delivery } from "./delivery.mjs";
import { drafts } from "./drafts.mjs";
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
import { pods } from "./pods.mjs";
import { podsField } from "./pods-field.mjs";
import { podsNet } from "./pods-net.mjs";
import { project } from "./project.mjs";
import { releases } from "./releases.mjs";
import { restore } from "./restore.mjs";
import { stores } from "./stores.mjs";
import { supervision } from "./supervision.mjs";

/** @type {Mutant[]} */
export const MUTANTS = [
  ...alarms,
  ...alarmsShown,
  ...appliance,
  ...applianceAreas,
  ...applianceEdge,
  ...backup,
  ...console,
  ...containers,
  ...contract,
  ...core,
  ...delivery,
  ...drafts,
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
  ...pods,
  ...podsField,
  ...podsNet,
  ...project,
  ...releases,
  ...restore,
  ...stores,
  ...supervision,
];
