/**
 * Pictures of plans, a file each. What is kept of an SVG is made anew from shapes, text and colours (`svg.ts`); what a PNG or JPEG
 * claims to be is looked at. A restored backup may bring others: they are cleaned again when they are read.
 */
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { LIMITS } from "@hubwart/contract";
import { InvalidInputError, ifThere, isMissing, NotFoundError, writeFileAtomic } from "@hubwart/core";
import { PLAN_NAME } from "@hubwart/project/pages";
import { cleanSvg, SvgProblem } from "./svg.ts";
import { texts } from "./texts.ts";

export const PLANS_MAX = 50;

type PlanType = "image/svg+xml" | "image/png" | "image/jpeg";

const TYPES: Readonly<Record<string, PlanType>> = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
};
/** PNG (ISO/IEC 15948, 5.2) and JPEG (ITU-T T.81, B.1.1.3). */
const BEGINNINGS: Readonly<Record<string, readonly number[]>> = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpg: [0xff, 0xd8, 0xff],
};

export class PlanStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What goes meanwhile is left out. */
  async list(): Promise<{ file: string; size: number; ts: number }[]> {
    const names = (await this.#names()).sort();
    const found = await Promise.all(
      names.map(async (file) => {
        const facts = await ifThere(stat(this.#path(file)));
        return facts && { file, size: facts.size, ts: Math.floor(facts.mtimeMs / 1_000) };
      }),
    );
    return found.filter((plan) => plan !== undefined);
  }

  /** @throws NotFoundError */
  async read(file: string): Promise<{ bytes: Buffer; type: PlanType }> {
    const type = TYPES[endingOf(file)];
    if (!PLAN_NAME.test(file) || type === undefined) throw new NotFoundError(texts.noPlan(file));
    let bytes: Buffer;
    try {
      bytes = await readFile(this.#path(file));
    } catch (error) {
      if (isMissing(error)) throw new NotFoundError(texts.noPlan(file));
      throw error;
    }
    if (type !== "image/svg+xml") return { bytes, type };
    return { bytes: Buffer.from(cleanSvg(bytes).svg), type };
  }

  /** @throws InvalidInputError for another content than the name says, and for one too many */
  async save(file: string, stream: Readable): Promise<{ size: number; removed: string[] }> {
    const given = await bytesOf(stream);
    if (!PLAN_NAME.test(file)) throw refused(texts.nameRule);
    const names = await this.#names();
    if (!names.includes(file) && names.length >= PLANS_MAX) throw refused(texts.tooMany(PLANS_MAX));
    const { bytes, removed } = checked(endingOf(file), given);
    await mkdir(this.#folder, { recursive: true });
    await writeFileAtomic(this.#path(file), bytes);
    return { size: bytes.length, removed };
  }

  /** @throws NotFoundError */
  async remove(file: string): Promise<void> {
    if (!(await this.#names()).includes(file)) throw new NotFoundError(texts.noPlan(file));
    await rm(this.#path(file), { force: true });
  }

  #path(file: string): string {
    return path.join(this.#folder, file);
  }

  async #names(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).filter((name) => PLAN_NAME.test(name));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}

const endingOf = (file: string): string => path.extname(file).slice(1);
const refused = (message: string) => new InvalidInputError([{ field: "newfile", message }]);

function checked(ending: string, given: Buffer): { bytes: Buffer; removed: string[] } {
  const beginning = BEGINNINGS[ending];
  if (beginning) {
    if (!given.subarray(0, beginning.length).equals(Buffer.from(beginning)))
      throw refused(texts.otherContent(ending));
    return { bytes: given, removed: [] };
  }
  try {
    const { removed, svg } = cleanSvg(given);
    return { bytes: Buffer.from(svg), removed };
  } catch (error) {
    if (error instanceof SvgProblem) throw refused(error.message);
    throw error;
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= LIMITS.planBytes) parts.push(part);
  }
  if (size > LIMITS.planBytes) throw refused(texts.tooLarge(LIMITS.planBytes / 1024 / 1024));
  return Buffer.concat(parts);
}
