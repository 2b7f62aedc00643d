import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";

/** Where everything lives below the data directory. The one place that knows these names. */
export interface DataLayout {
  root: string;
  /** SQLite database of the appliance: settings, sessions, audit. */
  stateDb: string;
  /** Good copies of it, made regularly. */
  stateCopies: string;
  /** Takes up room that is given free when the disk is full. */
  reserve: string;
  /** Copy of the password's hash, for the case that the database is damaged. */
  credentialFile: string;
  /** The key that this device signs its backups with (0600). */
  deviceKey: string;
  /** The central that the hub belongs to, with the hub's own key there (0600), and what it may. */
  central: string;
  /** How far the central has the device's journals. */
  centralProgress: string;
  /** How far that central has the recorded values. */
  centralHistory: string;
  /** Which of the backups it has. */
  centralBackups: string;
  /** Files that people of the central are sending; emptied at start. */
  centralIncoming: string;
  /** Signed licence (compact JWS) as issued by the manufacturer's service. */
  licenseFile: string;
  /** Last wall-clock time seen (ms, decimal text); time never runs behind it for licence purposes. */
  lastTimeFile: string;
  /** Of a clock that leapt ahead: when it did, and its latest time (ms, decimal text, a space between). */
  leapFile: string;
  /** `{ "version": string | null }`: which project version runs. Switched atomically. */
  currentProject: string;
  /** One folder per kept project version: `compiled.json`, `meta.json`, optionally the stored upload. */
  projectVersions: string;
  /** A folder for each draft of the project. */
  projectDrafts: string;
  /** What was typed into forms and is not saved yet: a file for each person, kept for a day. */
  unsaved: string;
  /** Uploads being checked; emptied at start. */
  staging: string;
  /** Values that administrators gave constants of the project. */
  constants: string;
  /** What people changed of the project's schedules. */
  scheduleEdits: string;
  /** Channels that people record beside those of the project. */
  recording: string;
  /** How much of what is recorded people want kept. */
  recordingKeep: string;
  /** Days of imported calendars, as the hub takes them. */
  scheduleCalendars: string;
  /** Where calendars come from, and what came last, a file each. */
  calendarSources: string;
  /** `{ [podId]: { internal, params } }`: settings an administrator made over the project's. */
  podSettings: string;
  /** One file per external pod with its token (0600). */
  podTokens: string;
  /** `files/<name>` and `secrets.json` (0600) in a folder for each pod: what it gets beside its parameters. */
  podHandover: string;
  /** `<pod>.json` (0600): what a pod wants to find again after a restart. */
  podState: string;
  /** A folder (0700) for each internal pod that keeps files of its own, e.g. mail that waits. */
  podFolders: string;
  /** Log levels of the KNX interfaces, and their log files in a folder for each. */
  knxDebug: string;
  /** Event log segments, one folder per writing process: `system`, `hub`. */
  logs: string;
  /** Figures of host, hub and pods for the graphs, at a fixed size; expendable. */
  history: string;
  /** Status documents that wait for their targets, and how far each target is. */
  forwarding: string;
  /** Newest values of retained channels, and kept states of them. */
  pool: string;
  /** Recorded values: one Parquet file per day, the present day's log and the summaries for charts. */
  lake: string;
  /** Standing alarms and their journal. */
  alarms: string;
  /** What meters consumed. */
  energy: string;
  /** People who are told of alarms, and rosters. */
  alarmSettings: string;
  /** Pictures of plans that pages show. */
  plans: string;
  /** Scripts uploaded beside the project's, what of them is active, and what scripts keep over restarts. */
  scripts: string;
  /** Data of add-ons out of a backup, an archive each, until their containers have taken it over. */
  addOnData: string;
  /** Backups that are kept on the device; below it what one is being made of. */
  backups: string;
  /** Files that are replaced as a whole by a restore or an update: the new ones, those from before (`changeover.ts`). */
  changeover: string;
  /** What is being replaced, and how far that is. */
  changeoverFile: string;
  /** Installed releases, a folder for each version, and `current`, a link to one of them. */
  releases: string;
  /** Name, zone, network, time servers and SSH, where Hubwart keeps them itself (embedded host driver). */
  hostSettings: string;
  /** Authorities that administrators added: one certificate a file. */
  authorities: string;
  /** The device's own certificate authority and its server certificate. */
  tls: string;
  /** Public files served under /opt/: a link to one of `htdocsTrees`. */
  htdocs: string;
  htdocsTrees: string;
  /** What the update repository said last, and archives on their way. */
  updates: string;
  /** Embedded vendor service's data. */
  vendor: string;
  /** Sockets of this run. Short path: a Unix socket's path is limited to 107 bytes. */
  run: string;
  hubSocket: string;
  podSocket: string;
}

export function dataLayout(root: string): DataLayout {
  const at = (...parts: string[]) => path.join(root, ...parts);
  const run = runFolder(root);
  return {
    root,
    stateDb: at("state.db"),
    stateCopies: at("state-copies"),
    reserve: at("reserve"),
    credentialFile: at("credential.json"),
    deviceKey: at("device-key.pem"),
    central: at("central.json"),
    centralProgress: at("central-progress.json"),
    centralHistory: at("central-history.json"),
    centralBackups: at("central-backups.json"),
    centralIncoming: at("central-incoming"),
    licenseFile: at("license", "license.jws"),
    lastTimeFile: at("license", "last-time"),
    leapFile: at("license", "leap"),
    currentProject: at("projects", "current.json"),
    projectVersions: at("projects", "versions"),
    projectDrafts: at("projects", "drafts"),
    unsaved: at("unsaved"),
    staging: at("projects", "staging"),
    constants: at("constants", "edited.json"),
    recordingKeep: at("recording", "keep.json"),
    recording: at("recording", "added.json"),
    scheduleEdits: at("schedules", "edited.json"),
    scheduleCalendars: at("schedules", "calendars.json"),
    calendarSources: at("schedules", "sources"),
    podSettings: at("pods", "settings.json"),
    podTokens: at("pods", "tokens"),
    podHandover: at("pods", "handover"),
    podState: at("pods", "state"),
    podFolders: at("pods", "own"),
    knxDebug: at("knx"),
    logs: at("logs"),
    // The name on the disk is that of the first release.
    history: at("metrics"),
    forwarding: at("forwarding"),
    pool: at("pool"),
    lake: at("lake"),
    alarms: at("alarms"),
    energy: at("energy"),
    alarmSettings: at("alarm-settings.json"),
    plans: at("plans"),
    scripts: at("scripts"),
    addOnData: at("add-ons"),
    backups: at("backups"),
    changeover: at("changeover"),
    changeoverFile: at("changeover.json"),
    releases: at("releases"),
    hostSettings: at("host-settings.json"),
    authorities: at("authorities"),
    tls: at("tls"),
    htdocs: at("htdocs"),
    htdocsTrees: at("htdocs-trees"),
    updates: at("updates"),
    vendor: at("vendor"),
    run,
    hubSocket: path.join(run, "hub.sock"),
    podSocket: path.join(run, "pods.sock"),
  };
}

const LONGEST_SOCKET_NAME = "pods.sock".length + 1;
const SOCKET_PATH_LIMIT = 107;

/** `<root>/run`, or a folder below the system's temporary one where that path would be too long for a socket. */
function runFolder(root: string): string {
  const plain = path.join(root, "run");
  if (Buffer.byteLength(plain) + LONGEST_SOCKET_NAME <= SOCKET_PATH_LIMIT) return plain;
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 12);
  return path.join(os.tmpdir(), `hubwart-${os.userInfo().uid}-${hash}`);
}
