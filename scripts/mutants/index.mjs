/**
 * What protects, broken once each, by package. `file` holds `search` exactly once; with `replace` in its place at least one
 * test of `tests` must fail. See `scripts/check-mutants.mjs`.
 *
 * @typedef {{ breaks: string, file: string, search: string, replace: string, tests: string[] }} Mutant
 */
import { appliance } from "./appliance.mjs";
import { applianceAreas } from "./appliance-areas.mjs";
import { console } from "./console.mjs";
import { contract } from "./contract.mjs";
import { core } from "./core.mjs";
import { host } from "./host.mjs";
import { hostd } from "./hostd.mjs";
import { hub } from "./hub.mjs";
import { ipc } from "./ipc.mjs";
import { launcher } from "./launcher.mjs";
import { live } from "./live.mjs";
import { lua } from "./lua.mjs";
import { pods } from "./pods.mjs";
import { project } from "./project.mjs";
import { releases } from "./releases.mjs";
import { stores } from "./stores.mjs";

/** @type {Mutant[]} */
export const MUTANTS = [
  ...appliance,
  ...applianceAreas,
  ...console,
  ...contract,
  ...core,
  ...host,
  ...hostd,
  ...hub,
  ...ipc,
  ...launcher,
  ...live,
  ...lua,
  ...pods,
  ...project,
  ...releases,
  ...stores,
];
