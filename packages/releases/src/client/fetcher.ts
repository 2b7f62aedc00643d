/**
 * Fetches metadata for tuf-js. Versions of the root that were verified before come from this device: without them it
 * would have to trust its server to tell of them again.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { DownloadHTTPError } from "tuf-js/dist/error.js";
import type { Fetcher } from "tuf-js/dist/fetcher.js";
import { ReleaseError } from "../errors.ts";
import { texts } from "../texts.ts";
import { get, type HttpLimits, readWhole, statusDetail } from "./http.ts";

/**
 * Where metadata comes from when it is not fetched: by its name in the repository, e.g. `3.root.json`; undefined if it is
 * not there. Its bytes may be anybody's, but no more than `most`.
 */
export type MetadataSource = (name: string, most: number) => Promise<Buffer | undefined>;

export class MetadataFetcher implements Fetcher {
  /** What tuf-js would not let through as it is: the fault of the last fetch. */
  fault: ReleaseError | undefined;
  /** Roots that came from the server, by their version. */
  readonly roots = new Map<number, Buffer>();
  readonly #folder: string;
  readonly #limits: HttpLimits;
  readonly #signal: AbortSignal;
  readonly #source: MetadataSource | undefined;

  constructor(options: {
    rootFolder: string;
    limits: HttpLimits;
    signal: AbortSignal;
    source?: MetadataSource | undefined;
  }) {
    this.#folder = options.rootFolder;
    this.#limits = options.limits;
    this.#signal = options.signal;
    this.#source = options.source;
  }

  async downloadBytes(url: string, most: number): Promise<Buffer> {
    const version = rootVersion(url);
    const known = version === undefined ? undefined : await this.#known(version);
    if (known) return known;
    const bytes = this.#source ? await this.#given(this.#source, url, most) : await this.#fetch(url, most);
    if (version !== undefined) this.roots.set(version, bytes);
    return bytes;
  }

  downloadFile(): Promise<never> {
    return Promise.reject(new Error("releases are downloaded by download.ts"));
  }

  async #given(source: MetadataSource, url: string, most: number): Promise<Buffer> {
    try {
      const bytes = await source(path.posix.basename(url), most);
      if (bytes === undefined) throw new DownloadHTTPError("not there", 404);
      return bytes;
    } catch (error) {
      if (!(error instanceof DownloadHTTPError))
        this.fault =
          error instanceof ReleaseError
            ? error
            : new ReleaseError("unreachable", "the metadata was not handed over", { cause: error });
      throw error;
    }
  }

  async #fetch(url: string, most: number): Promise<Buffer> {
    try {
      const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(this.#limits.metadata)]);
      const reply = await get(url, {}, this.#limits, signal);
      if (reply.status !== 200) {
        await reply.body.return();
        if (reply.status === 404) throw new DownloadHTTPError("not there", 404);
        throw new ReleaseError("unreachable", `${url} answered ${reply.status}`, {
          detail: statusDetail(url, reply.status),
        });
      }
      const bytes = await readWhole(reply, most);
      // A sign-in page of a network, or any other site under this address.
      if (!/^\s*\{/.test(bytes.toString("latin1", 0, 16)))
        throw new ReleaseError("unreachable", `${url} is no metadata`, {
          detail: texts.otherAnswer(new URL(url).host),
        });
      return bytes;
    } catch (error) {
      if (error instanceof ReleaseError) this.fault = error;
      else if (!this.#signal.aborted && !(error instanceof DownloadHTTPError))
        this.fault = new ReleaseError("unreachable", `${url}: no whole answer in time`, {
          cause: error,
          detail: texts.tooSlow(new URL(url).host),
        });
      throw error;
    }
  }

  async #known(version: number): Promise<Buffer | undefined> {
    try {
      return await readFile(rootFile(this.#folder, version));
    } catch {
      return undefined;
    }
  }
}

export function rootFile(folder: string, version: number): string {
  return path.join(folder, `${version}.root.json`);
}

function rootVersion(url: string): number | undefined {
  const found = /\/(\d{1,9})\.root\.json$/.exec(url)?.[1];
  return found === undefined ? undefined : Number(found);
}
