/**
 * Corrections of what sites recorded, as the files that their hubs sent:
 *
 *     <folder>/<hub>/history/corrections/0000000042.parquet          counts in place of what was recorded
 *     <folder>/<hub>/history/corrections/0000000043.undone.parquet   was taken back
 *
 * A hub whose lake was put back has others by the same names: what comes last counts.
 */
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { hashFile, ifThere, syncFolder } from "@hubwart/core";
import type { FileOffer } from "@hubwart/fleet";
import { CORRECTION_FILE } from "@hubwart/stores/files";

type Offered = Pick<FileOffer, "name" | "sha256">;

const UNDONE = ".undone";

export class SiteCorrections {
  readonly #folder: string;

  /** @param folder of what the site recorded */
  constructor(folder: string) {
    this.#folder = path.join(folder, "corrections");
  }

  /** Whether it is there, or needs not come: of one that was taken back the name says all. */
  async has({ name, sha256 }: Offered): Promise<boolean> {
    const active = this.#at(name.replace(UNDONE, ""));
    const undone = this.#at(name.replace(UNDONE, "").replace(".parquet", `${UNDONE}.parquet`));
    if (name.includes(UNDONE)) {
      if (await ifThere(stat(active))) await this.#rename(active, undone);
      return true;
    }
    if ((await ifThere(hashFile(active))) === sha256) return true;
    if ((await ifThere(hashFile(undone))) !== sha256) return false;
    await this.#rename(undone, active);
    return true;
  }

  /** On the disk when this returns. @param file absolute path of what was checked */
  async keep({ name }: Offered, file: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await rm(this.#at(name.replace(".parquet", `${UNDONE}.parquet`)), { force: true });
    await this.#rename(file, this.#at(name));
  }

  /** Those that count, the oldest first. */
  async files(): Promise<string[]> {
    const names = (await ifThere(readdir(this.#folder))) ?? [];
    const count = names.filter((name) => CORRECTION_FILE.test(name) && !name.includes(UNDONE));
    return count.sort().map((name) => this.#at(name));
  }

  /** With those that were taken back. */
  async bytes(): Promise<number> {
    let bytes = 0;
    for (const name of (await ifThere(readdir(this.#folder))) ?? [])
      bytes += (await ifThere(stat(this.#at(name))))?.size ?? 0;
    return bytes;
  }

  #at(name: string): string {
    return path.join(this.#folder, name);
  }

  async #rename(from: string, to: string): Promise<void> {
    await rename(from, to);
    await syncFolder(this.#folder);
  }
}
