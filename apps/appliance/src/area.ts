/**
 * An area: one subject of the product with all that belongs to it. Each folder below `areas/` has a `compose.ts` that
 * exports `compose`; `app.ts` lists them. How to add one: `docs/how-to/add-an-area.md`.
 *
 * Areas never import one another (`npm run check` holds it). What one needs of another is in `offers.ts`; what any
 * of them may need is in `platform/`.
 */
import type { FastifyInstance } from "fastify";
import type { BackupPart } from "./backup-part.ts";
import type { AppContext } from "./context.ts";
import type { Handlers } from "./http/handlers.ts";
import type { Upgrade } from "./http/upgrades.ts";
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
  /** Takes requests for another protocol; false: not one of its own. */
  upgrade?: Upgrade;
}

export type Compose = (app: AppContext) => Promise<Area>;
