/**
 * Which central the device belongs to, and what that may: one file (0600). Closing the door, joining and leaving are on the disk
 * before they count; a file that cannot be read closes the door.
 */
import { X509Certificate } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { LEVELS } from "@hubwart/contract";
import { readOwnFile, syncFolder, writeFileAtomic } from "@hubwart/core";
import { identity } from "@hubwart/fleet/identity";
import * as z from "zod/mini";
import type { CentralLeave } from "../../platform/people/people.ts";

const schema = z.object({
  identity,
  open: z.boolean(),
  may: z.enum(["none", ...LEVELS]),
  entrust: z._default(z.boolean(), false),
  findings: z.boolean(),
  alarms: z.boolean(),
  transitions: z._default(z.boolean(), false),
  changes: z._default(z.boolean(), false),
  history: z._default(z.boolean(), false),
  backups: z._default(z.boolean(), false),
  escrow: z._default(z.boolean(), false),
});
export type Membership = z.output<typeof schema>;
export type Choice = Omit<Membership, "identity">;

export class MembershipFile {
  readonly #file: string;
  #now: Membership | undefined;
  /** There was one that cannot be read. */
  #damaged: boolean;

  private constructor(file: string, now: Membership | undefined, damaged: boolean) {
    this.#file = file;
    this.#now = now;
    this.#damaged = damaged;
  }

  /** @param lost called where it cannot be read just now */
  static async open(file: string, lost: () => void): Promise<MembershipFile> {
    const { damaged, error, value } = await readOwnFile(file, (text) => schema.parse(JSON.parse(text)));
    if (error !== undefined) lost();
    return new MembershipFile(file, value, damaged);
  }

  get now(): Membership | undefined {
    return this.#now;
  }

  get damaged(): boolean {
    return this.#damaged;
  }

  async write(membership: Membership): Promise<void> {
    await writeFileAtomic(this.#file, JSON.stringify(membership));
    this.#now = membership;
    this.#damaged = false;
  }

  /** The key with it. */
  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
    await rm(`${this.#file}.damaged`, { force: true });
    await syncFolder(path.dirname(this.#file));
    this.#now = undefined;
    this.#damaged = false;
  }
}

/** Which central may keep people here, and up to which level; undefined: none, as behind a closed door. */
export function leaveOf(now: Membership | undefined): CentralLeave | undefined {
  if (!now?.open || !now.entrust || now.may === "none") return undefined;
  // The same after a renewal, and for who joins the same central anew.
  return { central: new X509Certificate(now.identity.authority).fingerprint256, may: now.may };
}
