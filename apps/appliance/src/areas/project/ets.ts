/** "Aus der ETS importieren": a file of the ETS as a workbook. Nothing of it stays on the device. No HTTP here. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { ConflictError, InvalidInputError, ResultError } from "@hubwart/core";
import {
  EtsError,
  type EtsImported,
  EtsPasswordError,
  type EtsRequest,
} from "@hubwart/knx/ets/import-in-child";
import { type Guesses, PasswordTries } from "../../platform/session/tries.ts";
import { receive, withStagingFolder } from "./staging.ts";
import { texts } from "./texts.ts";

export interface EtsDeps {
  /** `layout.staging`. */
  staging: string;
  /** Reads the file in a process of its own. */
  read: (request: Omit<EtsRequest, "entry">) => Promise<EtsImported>;
  guesses: Guesses;
}

export interface EtsUpload {
  stream: Readable;
  /** Known once the file has been received. */
  password: () => string;
  signal: AbortSignal;
}

export class EtsImports {
  readonly #deps: EtsDeps;
  readonly #tries: PasswordTries;
  #busy = false;

  constructor(deps: EtsDeps) {
    this.#deps = deps;
    this.#tries = new PasswordTries(deps.guesses, "ets-project");
  }

  /** @throws ConflictError while another file is read: each may take much memory */
  async run({ stream, password, signal }: EtsUpload) {
    if (this.#busy) throw new ConflictError(texts.etsBusy);
    this.#busy = true;
    try {
      return await withStagingFolder(this.#deps.staging, async (folder) => {
        const file = path.join(folder, "upload");
        await receive(stream, file, signal);
        const { workbook, ...said } = await this.#read({ file, folder, signal }, password());
        return { ...said, workbook: (await readFile(workbook)).toString("base64") };
      });
    } finally {
      this.#busy = false;
    }
  }

  async #read(request: Omit<EtsRequest, "entry">, password: string): Promise<EtsImported> {
    if (password === "") return await this.#deps.read(request).catch(refused);
    return await this.#tries.run(() => this.#deps.read({ ...request, password }).catch(refused));
  }
}

function refused(error: unknown): never {
  if (error instanceof EtsPasswordError && error.given) {
    throw new ResultError(CODES.wrongFilePassword, error.message);
  }
  if (error instanceof EtsPasswordError) {
    throw new InvalidInputError([{ field: "pwd", message: texts.passwordNeeded(error.message) }]);
  }
  if (error instanceof EtsError) throw new InvalidInputError([{ field: "myfile", message: error.message }]);
  throw error;
}
