/** What the device says of changes before anybody begins a draft with them. */
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { DraftOperation } from "@hubwart/contract";
import { documentOf } from "@hubwart/draft";
import type { JobOrigin } from "../../http/ports.ts";
import type { Offers } from "../../offers.ts";
import { EMPTY_SHEETS } from "./document.ts";
import type { Content } from "./draft-file.ts";
import type { DraftDeps, DraftService } from "./service.ts";
import { texts } from "./texts.ts";
import { applyInTurns, Work } from "./work.ts";

export interface JudgingDeps extends Pick<DraftDeps, "sealer" | "staging" | "write"> {
  project: Pick<Offers["project"], "origin" | "run">;
  tablesOf: DraftService["tablesOf"];
}

export class DraftJudging {
  readonly #deps: JudgingDeps;

  constructor(deps: JudgingDeps) {
    this.#deps = deps;
  }

  /** The running project as a draft would begin with it, its secrets sealed. `hash` undefined: an empty one, as there is none. */
  async begun(): Promise<{ hash: string | undefined } & Content> {
    const { project, sealer, tablesOf } = this.#deps;
    const origin = project.origin(undefined);
    const { scripts, sheets } = origin ? await tablesOf(origin) : { sheets: EMPTY_SHEETS, scripts: {} };
    return { hash: origin?.hash, ...sealer.seal(documentOf(sheets, scripts)) };
  }

  /** Checks the running project after these operations, as an upload would be checked. Nothing is kept. */
  async judge(ops: readonly DraftOperation[], signal: AbortSignal, origin: JobOrigin) {
    const { project, sealer, staging, write } = this.#deps;
    const { document, secrets } = await this.begun();
    const sealed = await applyInTurns(sealer, document, ops, secrets, new Work());
    const tables = sealer.open(sealed.document, new Map([...secrets, ...sealed.secrets]));
    const folder = await mkdtemp(path.join(staging, "judge-"));
    try {
      const { ending, file } = await write({ tables, folder, signal });
      const stream = createReadStream(file);
      const store = () => ({ keep: false, password: "" });
      const upload = { stream, filename: `${texts.file}${ending}`, wait: 0, signal, store };
      return await project.run("check", upload, origin).finally(() => stream.destroy());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
