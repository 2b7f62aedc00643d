/**
 * An area: one subject of the product with all that belongs to it. Each folder below `areas/` has a `compose.ts` that
 * exports `compose`; `app.ts` lists them. How to add one: `docs/how-to/add-an-area.md`.
 *
 * Areas never import one another (`npm run check` holds it). What one needs of another is in `offers.ts`; what any
 * of them may need is in `platform/`.
 */
import type { FastifyInstance } from "fastify";
import type { AppContext } from "./context.ts";
import type { Handlers } from "./http/handlers.ts";
import type { Offers } from "./offers.ts";
import type { Topics } from "./platform/stream/service.ts";
import type { DownloadCheck } from "./platform/ticket/office.ts";
import type { Finding } from "./status.ts";

export interface Area {
  /** The calls it answers. */
  handlers?: Handlers;
  /** Lines for the health banner, as they are now; must not wait. */
  findings?: () => Finding[];
  /** State topics of the event stream. */
  topics?: Partial<Topics>;
  /** Asked before a ticket for a download is made, by path of the call. */
  downloadChecks?: Readonly<Record<string, DownloadCheck>>;
  /** What other areas may use of it. */
  offers?: Partial<Offers>;
  /** Names the device answers to. */
  ownNames?: () => readonly string[];
  backup?: readonly BackupPart[];
  /** Called once all areas are composed and open jobs are taken up. */
  ready?: () => void;
  /** Addresses beside the contract. */
  serve?: (server: FastifyInstance) => void;
}

/** What a backup takes along of an area. Restoring puts the files back where they were. */
export interface BackupPart {
  /** Of its folder in the archive; lower case. */
  name: string;
  /** German. */
  label: string;
  /** Goes into encrypted backups only. */
  secret?: boolean;
  /** Files and folders of the data layout that it stands for; what is missing is left out. */
  paths: readonly string[];
  /**
   * Instead of plain copying, for files that change while they are read: makes a consistent copy of one path.
   * `secrets`: whether they may go along.
   *
   * @returns German names of what had to be left out
   */
  copy?(source: string, target: string, secrets: boolean): Promise<string[]>;
}

export type Compose = (app: AppContext) => Promise<Area>;
