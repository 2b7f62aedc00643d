/**
 * The device's side of a central: joins, leaves, opens and closes the door. Without a central nothing of it is loaded or runs; what
 * speaks to NATS is imported with the first connection.
 *
 * Concurrency: changes run one after the other; one that closes the door or leaves returns when the connection has ended.
 */
import { X509Certificate } from "node:crypto";
import { rm } from "node:fs/promises";
import {
  type Clock,
  ConflictError,
  InvalidInputError,
  type Logger,
  type Scope,
  SerialQueue,
} from "@hubwart/core";
import type { FeedName, HubState } from "@hubwart/fleet";
import type { Joining } from "@hubwart/fleet/join";
import { FEEDS } from "@hubwart/fleet/subjects";
import type { HubAnswer, JournalSource, ProgressFile, Uplink } from "@hubwart/fleet/uplink";
import type { CentralLeave } from "../../platform/people/people.ts";
import type { Finding } from "../../status.ts";
import type { SharedFiles } from "./files.ts";
import { type Choice, leaveOf, type Membership, type MembershipFile } from "./membership.ts";
import type { Door } from "./remote-request.ts";
import { keepRenewed } from "./renewing.ts";
import { texts } from "./texts.ts";

export interface CentralParts {
  file: MembershipFile;
  clock: Clock;
  log: Logger;
  scope: Scope;
  version: string;
  hostname: () => Promise<string>;
  report: (membership: Membership) => Promise<HubState>;
  /** What the central asks, with what it may as it is now. */
  answer: (data: Uint8Array, signal: AbortSignal, door: Door | undefined) => Promise<HubAnswer>;
  /** What the central is being told of live data ends. */
  allowsLess: () => void;
  /** Sessions of people that the central keeps here end. */
  endKept: () => void;
  /** What the device keeps of itself, and may send on. */
  journals: Record<FeedName, JournalSource>;
  /** File of how far the central has them. */
  progress: string;
  files: SharedFiles;
}

/** What of the choice shares a journal. */
const CHOSEN = { alarms: "transitions", changes: "changes" } as const;
/** What is sent on; a change of it is one of the connection. */
const SENT = ["transitions", "changes", "history", "backups", "escrow"] as const;
type Sent = (typeof SENT)[number];
type Saved = Omit<Choice, Sent | "entrust"> & { [Name in Sent | "entrust"]?: boolean | undefined };

/** What people that the central keeps here depend on. */
const ENTRUSTING = ["open", "may", "entrust"] as const;

/** Joined, and as long as nobody changes it. Also what a device without a central shows. */
const AT_FIRST: Choice = {
  open: true,
  may: "none",
  entrust: false,
  findings: true,
  alarms: true,
  transitions: true,
  changes: false,
  history: false,
  backups: false,
  escrow: false,
};
const AWAY_MS = 600_000;
const WARN_MS = 60 * 86_400_000;
const ROUTE = "/system/central";

export class CentralService {
  readonly #parts: CentralParts;
  readonly #queue = new SerialQueue();
  #uplink: Uplink | undefined;
  #progress: ProgressFile | undefined;
  /** Monotonic time at which it was last seen connected, or was opened. */
  #seen = 0;
  #renewing: (() => void) | undefined;

  constructor(parts: CentralParts) {
    this.#parts = parts;
    parts.scope.add(() => this.#queue.run(() => this.#close()));
  }

  /** Goes on where the device left off. */
  async start(): Promise<void> {
    await this.#queue.run(() => this.#follow());
  }

  get choice(): Choice {
    const { now } = this.#parts.file;
    if (!now) return AT_FIRST;
    const { identity: _identity, ...choice } = now;
    return choice;
  }

  /** Which central may keep people here, and up to which level; undefined: none. */
  get entrusted(): CentralLeave | undefined {
    return leaveOf(this.#parts.file.now);
  }

  status() {
    const membership = this.#parts.file.now;
    if (!membership) return this.choice;
    const { address, central, certificate, hub, servers } = membership.identity;
    const { connected = false, contact = 0, error = "", refused = false } = this.#uplink?.status ?? {};
    const until = endOf(certificate);
    const joined = { address, central, hub, servers, until, connected, contact, error, refused };
    return { ...this.choice, joined };
  }

  /** @throws ConflictError, InvalidInputError */
  join(address: string, code: string): Promise<string> {
    return this.#queue.run(async () => {
      const { file, files, hostname, progress, version } = this.#parts;
      if (file.now) throw new ConflictError(texts.joinedAlready);
      const identity = await joined({ address, code, name: await hostname(), version });
      // Of one that was left badly: nothing of it counts here.
      await forget(progress);
      await files.forget();
      await file.write({ identity, ...AT_FIRST });
      await this.#follow();
      return identity.central;
    });
  }

  /** @throws ConflictError */
  save(choice: Saved): Promise<void> {
    return this.#queue.run(async () => {
      const { file } = this.#parts;
      if (!file.now) throw new ConflictError(texts.notJoined);
      const before = file.now;
      const now = { ...choice, entrust: choice.entrust ?? before.entrust, ...sentBy(choice, before) };
      await file.write({ identity: before.identity, ...now });
      if (ENTRUSTING.some((name) => now[name] !== before[name])) this.#parts.endKept();
      if ((["open", ...SENT] as const).some((name) => now[name] !== before[name])) await this.#follow();
      else if (now.may !== before.may || now.entrust !== before.entrust) this.#uplink?.breakOff();
      if (now.may !== before.may) this.#parts.allowsLess();
    });
  }

  /** @throws ConflictError */
  leave(): Promise<string> {
    return this.#queue.run(async () => {
      const { file } = this.#parts;
      if (!file.now && !file.damaged) throw new ConflictError(texts.notJoined);
      const central = file.now?.identity.central ?? "";
      await this.#close();
      await file.remove();
      this.#parts.endKept();
      await forget(this.#parts.progress);
      await this.#parts.files.forget();
      return central;
    });
  }

  findings(): Finding[] {
    const { clock, file } = this.#parts;
    if (file.damaged) return [{ code: "central-damaged", level: 2, text: texts.damaged, route: ROUTE }];
    const { now } = file;
    const status = this.#uplink?.status;
    if (!now || !status) return [];
    const { central, certificate } = now.identity;
    if (status.connected) this.#seen = clock.monotonic();
    if (status.refused)
      return [{ code: "central-refused", level: 2, text: texts.refused(central), route: ROUTE }];
    if (clock.monotonic() - this.#seen > AWAY_MS)
      return [{ code: "central-away", level: 1, text: texts.away(central), route: ROUTE }];
    if (endOf(certificate) - clock.now() < WARN_MS)
      return [{ code: "central-ends", level: 2, text: texts.ends(central), route: ROUTE }];
    return [];
  }

  /** Connected if the door is open, and not otherwise. */
  async #follow(): Promise<void> {
    const { answer, clock, file, files, journals, log, progress, report, scope } = this.#parts;
    await this.#close();
    const { now } = file;
    if (!now || scope.ended) return;
    const { isDue, ProgressFile, Uplink } = await import("@hubwart/fleet/uplink");
    this.#progress = await ProgressFile.open(progress, clock);
    // Also behind a closed door: what is shared no longer is not sent when it opens.
    const shared = FEEDS.filter((feed) => now[CHOSEN[feed]]);
    await this.#progress.share(shared);
    const sources = await files.share(now);
    if (!now.open) return;
    const own = this.#progress;
    this.#seen = clock.monotonic();
    const uplink = new Uplink({
      identity: now.identity,
      clock,
      log,
      state: async () => await report(file.now ?? now),
      answer: (data, signal) => answer(data, signal, doorOf(file.now)),
      feeds: shared.map((name) => ({ name, source: journals[name], file: own })),
      files: sources,
    });
    this.#uplink = uplink;
    uplink.start();
    const again = () => this.#follow();
    const credentials = () => import("@hubwart/fleet/renewed");
    this.#renewing = keepRenewed({ clock, log, file, uplink, queue: this.#queue, again, isDue, credentials });
  }

  async #close(): Promise<void> {
    this.#renewing?.();
    this.#renewing = undefined;
    await this.#uplink?.stop();
    this.#uplink = undefined;
    // Nobody opens another one any more.
    this.#parts.allowsLess();
    await this.#progress?.close();
    this.#progress = undefined;
  }
}

const sentBy = (choice: Saved, before: Choice): Pick<Choice, Sent> => ({
  transitions: choice.transitions ?? before.transitions,
  changes: choice.changes ?? before.changes,
  history: choice.history ?? before.history,
  backups: choice.backups ?? before.backups,
  escrow: choice.escrow ?? before.escrow,
});

async function joined(joining: Joining) {
  // What is needed once is not kept: the uplink loads none of it.
  const { JoinError, joinCentral } = await import("@hubwart/fleet/join");
  try {
    return await joinCentral(joining);
  } catch (error) {
    if (!(error instanceof JoinError)) throw error;
    const field = error.field === "code" ? "join_token" : "address";
    throw new InvalidInputError([{ field, message: error.message }], { cause: error });
  }
}

/** undefined: closed, or there is none. */
function doorOf(now: Membership | undefined): Door | undefined {
  if (!now?.open) return undefined;
  const { address, central } = now.identity;
  return { may: now.may, entrust: now.entrust, central, address: new URL(address).hostname };
}

async function forget(progress: string): Promise<void> {
  await rm(progress, { force: true });
  await rm(`${progress}.damaged`, { force: true });
}

const endOf = (certificate: string): number => Date.parse(new X509Certificate(certificate).validTo);
