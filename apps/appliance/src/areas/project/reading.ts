/** What is asked about projects without changing any: the card, the versions, the files. No HTTP here. */

import type { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { NotFoundError, ResultError, readFileIfThere } from "@hubwart/core";
import type { ChangedKind, CompiledProject, ProjectChange, ProjectDiff } from "@hubwart/project";
import { openFile } from "../../http/open-file.ts";
import { ForbiddenError } from "../../http/rights.ts";
import { type Cipher, UnreadableFileError } from "../../platform/cipher/cipher.ts";
import { type Guesses, PasswordTries } from "../../platform/session/tries.ts";
import { texts } from "./texts.ts";
import type { Version, VersionStore } from "./versions.ts";

export interface ProjectFileAnswer {
  file: Readable;
  filename: string;
  contentType: string;
  size?: number;
}

/** The project as `/info` shows it. */
export interface ProjectInfo {
  id: string;
  name: string;
  modified: number;
  version: string | null;
  backup: { found: boolean; filename: string; size: number };
  put_back?: string;
}

const PUT_BACK = texts.putBack;
const THROTTLED = "project-file";

export class ProjectReading {
  readonly #versions: VersionStore;
  readonly #cipher: Cipher;
  readonly #tries: PasswordTries;

  constructor(versions: VersionStore, cipher: Cipher, guesses: Guesses) {
    this.#versions = versions;
    this.#cipher = cipher;
    this.#tries = new PasswordTries(guesses, THROTTLED);
  }

  info(): ProjectInfo {
    const current = this.#versions.current();
    const { putBack } = this.#versions.state;
    return {
      id: current?.meta.id ?? "",
      name: current?.meta.name ?? "",
      modified: current?.meta.uploaded ?? 0,
      version: current?.version ?? null,
      backup: {
        found: current !== undefined && current.meta.stored !== "no",
        filename: current === undefined || current.meta.stored === "no" ? "" : storedName(current),
        size: current?.meta.storedSize ?? 0,
      },
      ...(putBack ? { put_back: `${PUT_BACK} ${putBack.text}` } : {}),
    };
  }

  versions() {
    const now = this.#versions.state.version;
    return this.#versions.list().map(({ version, meta, marks }) => ({
      version,
      id: meta.id,
      name: meta.name,
      hash: meta.hash,
      filename: meta.filename,
      uploaded: meta.uploaded,
      current: version === now,
      channels: meta.channels,
      pods: meta.pods,
      stored: meta.stored !== "no",
      encrypted: meta.stored === "encrypted",
      size: meta.size,
      note: marks.note,
      keep: marks.keep,
      ...(meta.address === undefined ? {} : { address: meta.address }),
      ...(meta.of === undefined ? {} : { of: meta.of }),
    }));
  }

  /** Against the version that was current when it was uploaded; the first one adds everything. */
  async changes(version: string): Promise<ProjectDiff> {
    const found = this.#find(version);
    const stored = await readFileIfThere(this.#versions.file(found.version, "changes.json"));
    if (stored !== undefined) return asNow(intact(stored) as StoredDiff);
    const compiled = await readFileIfThere(this.#versions.file(found.version, "compiled.json"));
    const { diffProjects } = await import("@hubwart/project");
    return diffProjects(undefined, intact(compiled) as CompiledProject, []);
  }

  /** `version` undefined: the current one. */
  async compiled(version: string | undefined): Promise<ProjectFileAnswer> {
    const found = this.#find(version);
    return await this.#stored(
      this.#versions.file(found.version, "compiled.json"),
      `${found.meta.id}-${found.version}.json`,
      "application/json",
    );
  }

  /** The stored file as it lies there. */
  async backup(version: string | undefined): Promise<ProjectFileAnswer> {
    const found = this.#findStored(version);
    const file = this.#versions.file(found.version, found.meta.stored === "plain" ? "upload" : "upload.enc");
    return await this.#stored(file, storedName(found), "application/octet-stream");
  }

  /** The stored file as it lies there, where nobody reads it without its password. @throws ForbiddenError */
  async sealed(version: string | undefined): Promise<ProjectFileAnswer> {
    if (this.#findStored(version).meta.stored !== "encrypted") throw new ForbiddenError(texts.holdsPasswords);
    return await this.backup(version);
  }

  /** The stored file as it was uploaded; a wrong password is a result and ends no session. */
  async original(version: string | undefined, password: string): Promise<ProjectFileAnswer> {
    const found = this.#findStored(version);
    if (found.meta.stored === "plain") return await this.backup(version);
    const wrong = () => new ResultError(CODES.wrongFilePassword, texts.wrongPassword);
    if (password === "") throw wrong();
    const file = await this.#tries.run(async () => {
      const plain = await this.#decrypted(this.#versions.file(found.version, "upload.enc"), password);
      if (plain === undefined) throw wrong();
      return plain;
    });
    return {
      file,
      filename: found.meta.filename,
      contentType: "application/octet-stream",
      size: found.meta.size,
    };
  }

  async #stored(file: string, filename: string, contentType: string): Promise<ProjectFileAnswer> {
    return { ...(await openFile(file, damaged)), filename, contentType };
  }

  async #decrypted(file: string, password: string): Promise<Readable | undefined> {
    try {
      return await this.#cipher.decrypt(file, password);
    } catch (error) {
      throw error instanceof UnreadableFileError ? damaged(error) : error;
    }
  }

  #find(version: string | undefined): Version {
    const found = version === undefined ? this.#versions.current() : this.#versions.find(version);
    if (found) return found;
    if (version !== undefined) throw new NotFoundError(texts.noVersion);
    throw new ResultError(CODES.noProject, texts.none);
  }

  #findStored(version: string | undefined): Version {
    const found = this.#find(version);
    if (found.meta.stored === "no") {
      throw new ResultError(CODES.noStoredFile, texts.notKept);
    }
    return found;
  }
}

/** Earlier releases stored names only. */
interface StoredDiff {
  changes: (Omit<ProjectChange, "kind"> & { kind?: ChangedKind })[];
  links?: ProjectDiff["links"];
}

function asNow({ changes, links = [] }: StoredDiff): ProjectDiff {
  return {
    changes: changes.map((change) => ({ ...change, kind: change.kind ?? kindOf(change.chan) })),
    links,
  };
}

function kindOf(chan: string): ChangedKind {
  const [type, second] = chan.split(".");
  if (type === "const") return "constant";
  return second === "pod" || second === "iface" ? second : "channel";
}

/** What nobody but a failing disk or a stranger on the device can have done. */
function damaged(cause?: unknown): ResultError {
  return new ResultError(CODES.noStoredFile, texts.fileLost, { cause });
}

function intact(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch (error) {
    throw damaged(error);
  }
}

function storedName({ meta }: Version): string {
  return meta.stored === "encrypted" ? `${meta.filename}.enc` : meta.filename;
}
