/** Drafts of the project: begun, changed step by step, checked and published. No HTTP here. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { DraftDocument, DraftEntry, DraftStep } from "@hubwart/contract";
import { LIMITS } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  errorText,
  InvalidInputError,
  type Logger,
  NotFoundError,
  pipe,
} from "@hubwart/core";
import { documentOf } from "@hubwart/draft";
import type { ConnectionTask } from "@hubwart/pods/connection";
import type { CheckResult } from "@hubwart/pods/methods";
import type { Sheet, TablesInput, TablesResult } from "@hubwart/project";
import type { PodPart } from "@hubwart/project/tables";
import type { Offers } from "../../offers.ts";
import { EMPTY_SHEETS } from "./document.ts";
import type { Content, DraftFile, Head } from "./draft-file.ts";
import { keepSteps } from "./keep.ts";
import { astrayError } from "./kept-secrets.ts";
import { isMoved, type Origin } from "./merging.ts";
import type { OpenFile } from "./opened.ts";
import type { Sealer } from "./secrets.ts";
import type { DraftFacts, Shelf } from "./shelf.ts";
import { texts } from "./texts.ts";

export interface DraftDeps {
  shelf: Shelf;
  sealer: Sealer;
  clock: Clock;
  log: Logger;
  /** Where what is under way lies. */
  staging: string;
  project: Pick<Offers["project"], "origin" | "run">;
  openFile: OpenFile;
  /** In a process of their own. */
  read(request: ReadRequest): Promise<TablesResult>;
  partOfPod(document: DraftDocument, row: string): PodPart | undefined;
  tryConnection(task: Omit<ConnectionTask, "authorities">, signal: AbortSignal): Promise<CheckResult>;
  write(request: {
    tables: TablesInput;
    folder: string;
    signal?: AbortSignal;
  }): Promise<{ file: string; ending: string }>;
}
export interface ReadRequest {
  file: string;
  originalName: string;
  folder: string;
  compiled?: { source?: { file: string; name: string } };
  signal?: AbortSignal;
}

/** Name of the tables that a draft begins with. */
const BEGUN = "b0";

export interface StepsAnswer {
  done: DraftEntry[];
  missing: DraftEntry[];
}

const NO_SECRETS: DraftFile["secrets"] = new Map();

export class DraftService {
  readonly #deps: DraftDeps;
  /** One at a time: it opens a connection that somebody else may need. */
  #connecting = false;

  constructor(deps: DraftDeps) {
    this.#deps = deps;
  }

  list(): DraftFacts[] {
    return this.#deps.shelf.list();
  }

  /** @throws NotFoundError, InvalidInputError, ConflictError */
  async create(name: string, from: "running" | "version" | "empty", version: string | undefined, by: string) {
    if (from === "empty")
      return { id: await this.#add({ name, base: null, by }, EMPTY_SHEETS, {}), rebuilt: false };
    if (from === "version" && version === undefined)
      throw new InvalidInputError([{ field: "version", message: texts.versionMissing }]);
    const origin = this.#deps.project.origin(from === "version" ? version : undefined);
    if (!origin) throw new ConflictError(from === "version" ? texts.versionGone : texts.noProject);
    const tables = await this.tablesOf(origin);
    const base = { version: origin.version, hash: origin.hash, tables: BEGUN };
    return {
      id: await this.#add(
        { name, base, by, ...(tables.rebuilt ? { rebuilt: true } : {}) },
        tables.sheets,
        tables.scripts,
      ),
      rebuilt: tables.rebuilt,
    };
  }

  /** Of a kept version. */
  async tablesOf({ compiledFile, source }: Origin): Promise<TablesResult> {
    return await this.#staged((folder) =>
      this.#deps.read({ file: compiledFile, originalName: "", folder, compiled: source ? { source } : {} }),
    );
  }

  /** @throws InvalidInputError for a file that holds no tables, ResultError for a wrong password */
  async import(upload: {
    stream: Readable;
    filename: string;
    signal: AbortSignal;
    /** Known once the file has arrived; empty for one without. */
    password: () => string;
    name: () => string | undefined;
    by: string;
    /** Whom stored secrets are kept from, and who brings these. */
    typist: string | undefined;
  }) {
    const { by, filename, signal, stream, typist } = upload;
    const { errors, scripts, sheets } = await this.#staged(async (folder) => {
      const file = path.join(folder, "upload");
      await pipe([stream, createWriteStream(file, { flags: "wx", mode: 0o600 })], signal);
      const password = upload.password();
      if (password === "") return await this.#deps.read({ file, originalName: filename, folder, signal });
      const opened = path.join(folder, "opened");
      await this.#deps.openFile(file, opened, password, signal);
      return await this.#deps.read({
        file: opened,
        originalName: filename.replace(/\.enc$/i, ""),
        folder,
        signal,
      });
    });
    const [first] = errors;
    if (sheets.length === 0 && first)
      throw new InvalidInputError([{ field: "myfile", message: texts.unreadable(first.ErrText, first.Ref) }]);
    const name = upload.name()?.trim() || filename.slice(0, LIMITS.draftNameMax);
    return { id: await this.#add({ name, base: null, by }, sheets, scripts, typist) };
  }

  /** The draft, or with `since` what came after that step, where that much is still known. */
  async read(id: string, since: number | undefined) {
    return await this.#deps.shelf.with(id, async (file) => {
      const draft = { ...file.head, id, changed: file.changed, seq: file.seq };
      const known = since === undefined ? undefined : entriesAfter(file, since);
      if (known) return { draft, entries: known };
      return { draft, document: file.document, entries: file.entries.slice(-LIMITS.draftUndo) };
    });
  }

  /** @throws InvalidInputError for what does not fit the draft, ConflictError where too much came in between */
  async steps(
    id: string,
    after: number,
    steps: readonly DraftStep[],
    by: string,
    typist?: string,
  ): Promise<StepsAnswer> {
    return await this.#deps.shelf.with(id, async (file) => {
      const known = new Map(file.entries.map((entry) => [entry.key, entry]));
      const before = steps.flatMap(({ key }) => known.get(key) ?? []);
      const own = new Set(before.map(({ seq }) => seq));
      const missing = entriesAfter(file, after)?.filter(({ seq }) => !own.has(seq));
      if (!missing) throw new ConflictError(after > file.seq ? texts.ahead : texts.changedTooMuch);
      if (missing.length > 0) return { done: before, missing };
      const fresh = steps.filter(({ key }) => !known.has(key));
      return {
        done: [...before, ...(await keepSteps(file, fresh, by, { ...this.#deps, typist }))],
        missing: [],
      };
    });
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#deps.shelf.with(id, (file) => file.writeHead({ name }));
  }

  async remove(id: string): Promise<void> {
    await this.#deps.shelf.remove(id);
  }

  /**
   * As a file to upload. The stream owns the folder it lies in. `admit` throws where this state is not the one that is meant. `bare`: cells that
   * hold secrets are empty, and the name says so.
   */
  async export(
    id: string,
    signal: AbortSignal,
    { admit = () => undefined, bare = false }: { admit?: (draft: DraftFile) => void; bare?: boolean } = {},
  ) {
    const { name, tables } = await this.#deps.shelf.with(id, async (file) => {
      admit(file);
      return {
        name: file.head.name,
        tables: this.#deps.sealer.open(file.document, bare ? NO_SECRETS : file.secrets),
      };
    });
    const folder = await this.#folder();
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      const { ending, file } = await this.#deps.write({ tables, folder, signal });
      const stream = createReadStream(file).once("close", () => void remove());
      return { file: stream, filename: `${fileName(name)}${bare ? texts.bare : ""}${ending}` };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /** @throws ConflictError where the draft went on, or another version runs than the one it began with */
  async run(
    id: string,
    action: "check" | "publish",
    request: {
      seq: number;
      note: string;
      replace: boolean;
      by: string;
      typist?: string | undefined;
      signal: AbortSignal;
    },
    upload: Pick<Parameters<Offers["project"]["run"]>[1], "noted">,
    origin: Parameters<Offers["project"]["run"]>[2],
  ) {
    const { note, by, signal, typist } = request;
    const running = this.#deps.project.origin(undefined);
    let sent: Content | undefined;
    let kept: Parameters<Offers["project"]["run"]>[1]["kept"];
    const { file, filename } = await this.export(id, signal, {
      admit: (draft) => {
        const { document, head, secrets, seq } = draft;
        if (seq !== request.seq) throw new ConflictError(texts.notNewest);
        const moved = isMoved(head.base, running);
        if (action === "publish" && moved && !request.replace) throw new ConflictError(texts.otherBase);
        sent = { document, secrets };
        // A mere check sends nothing anywhere.
        if (typist !== undefined && action === "publish")
          kept = { own: draft.typedBy(typist), refused: (astray) => astrayError("id", astray) };
      },
    });
    const way = action === "check" ? "check" : "upload";
    const answer = await this.#deps.project
      .run(
        way,
        {
          stream: file,
          filename,
          store: () => ({ keep: true, password: "" }),
          wait: LIMITS.uploadWaitSeconds,
          signal,
          address: by,
          note: () => note,
          kept,
          ...upload,
        },
        origin,
      )
      // One that is refused before it is read lets go of its folder too.
      .finally(() => file.destroy());
    const now = this.#deps.project.origin(undefined);
    if (action === "publish" && answer.code === 0 && now?.hash === answer.new_hash)
      await this.#published(id, now, request.seq, sent);
    return answer;
  }

  /** @throws NotFoundError for a row that is no interface, ConflictError, InvalidInputError, UnavailableError */
  async connection(id: string, row: string, signal: AbortSignal, typist?: string): Promise<CheckResult> {
    if (this.#connecting) throw new ConflictError(texts.oneConnection);
    this.#connecting = true;
    try {
      const running = this.#deps.project.origin(undefined)?.compiledFile;
      const task = await this.#deps.shelf.with(id, async (draft) => {
        const { document, secrets } = draft;
        const part = this.#deps.partOfPod(document, row);
        if (!part) throw new NotFoundError(texts.noPodRow);
        const kept = typist === undefined ? undefined : { own: draft.typedBy(typist), running };
        return {
          pod: part.pod,
          iface: part.iface,
          tables: this.#deps.sealer.open(part.document, secrets),
          kept,
        };
      });
      return await this.#deps.tryConnection(task, signal);
    } finally {
      this.#connecting = false;
    }
  }

  /** The plant runs this version, whatever the draft can still be told of it. */
  async #published(id: string, { hash, version }: Origin, seq: number, sent: Content | undefined) {
    const tables = `p${seq}`;
    try {
      await this.#deps.shelf.with(id, async (draft) => {
        if (sent) await draft.keepBase(tables, sent);
        await draft.setBase({ version, hash, tables });
      });
    } catch (error) {
      // Deleted meanwhile.
      if (error instanceof NotFoundError) return;
      this.#deps.log.error(texts.baseNotNoted(id, version, errorText(error)));
    }
  }

  async #add(
    head: Omit<Head, "created">,
    sheets: readonly Sheet[],
    scripts: TablesResult["scripts"],
    typist?: string,
  ): Promise<string> {
    const created = Math.floor(this.#deps.clock.now() / 1000);
    const { document, secrets } = this.#deps.sealer.seal(documentOf(sheets, scripts));
    return await this.#deps.shelf.add({ ...head, created }, document, secrets, typist);
  }

  #folder(): Promise<string> {
    return mkdtemp(path.join(this.#deps.staging, "draft-"));
  }

  async #staged<T>(task: (folder: string) => Promise<T>): Promise<T> {
    const folder = await this.#folder();
    try {
      return await task(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Undefined where not all of them are known any longer, or there never were as many. */
function entriesAfter({ entries, seq }: DraftFile, after: number): DraftEntry[] | undefined {
  const first = entries[0]?.seq ?? 1;
  return after > seq || after < first - 1 ? undefined : entries.filter((entry) => entry.seq > after);
}

/** What a person may find again among downloads. */
function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N} ._-]/gu, "_").trim() || texts.file;
}
