/**
 * A project at one site: written there as a draft, checked by the hub itself as an upload would be, or published, and the draft removed
 * again. A check does not touch what runs there.
 *
 *     const project = new SiteProject(calls, "Heizung");
 *     const found = await project.check(tables);
 *     const refused = await project.publish(tables);
 */
import { randomBytes } from "node:crypto";
import {
  type AnswerOf,
  CODES,
  type DraftOperation,
  type DraftTable,
  draftCreate,
  draftPublish,
  draftSteps,
  LIMITS,
} from "@hubwart/contract";
import { errorText, InvalidInputError, UnavailableError } from "@hubwart/core";
import { documentOf } from "@hubwart/draft";
import type { Refusal, SiteCalls } from "../bus/site-calls.ts";
import type { BaseContent } from "./base.ts";
import { texts } from "./texts.ts";

export type Checked = AnswerOf<typeof draftPublish>;
export type Tables = Pick<BaseContent, "scripts" | "sheets">;

/** Bytes of one step: a message may have a mebibyte, and JSON in JSON grows by its quotes. */
const STEP_BYTES = 300_000;
/** Of an empty draft. */
const BEGUN = ["t1", "t2"];

export class SiteProject {
  readonly #site: SiteCalls;
  readonly #name: string;

  constructor(site: SiteCalls, name: string) {
    this.#site = site;
    this.#name = texts.draft(name).slice(0, LIMITS.draftNameMax);
  }

  /** @throws UnavailableError; InvalidInputError for what does not fit through the connection */
  check(tables: Tables): Promise<Checked> {
    return this.#drafted(tables, (id, seq) =>
      this.#site.read("draftPublish", draftPublish, { params: { id, action: "check" }, body: { seq } }, [
        CODES.projectInvalid,
        CODES.projectTooHeavy,
      ]),
    );
  }

  /** In place of whatever runs there. @returns why not; undefined: the site has said yes. @throws LostOrderError: it may run all the same; UnavailableError: it does not */
  publish(tables: Tables): Promise<Refusal | undefined> {
    return this.#drafted(tables, async (id, seq) => {
      const body = { seq, note: this.#name.slice(0, LIMITS.versionNoteMax), replace: true };
      try {
        return await this.#site.ordered({ call: "draftPublish", params: { id, action: "publish" }, body });
      } catch (error) {
        throw new LostOrderError(errorText(error));
      }
    });
  }

  async #drafted<T>(tables: Tables, use: (id: string, seq: number) => Promise<T>): Promise<T> {
    const steps = stepsOf(tables);
    const { id } = await this.#site.read("draftCreate", draftCreate, {
      body: { name: this.#name, from: "empty" },
    });
    try {
      return await use(id, await this.#write(id, steps));
    } finally {
      // One that cannot be removed now is a draft like others, which people at the site see.
      await this.#site.order({ call: "draftDelete", params: { id } }).catch(() => undefined);
    }
  }

  async #write(id: string, steps: readonly DraftOperation[][]): Promise<number> {
    let after = 0;
    for (const ops of steps) {
      const { done, missing } = await this.#site.read("draftSteps", draftSteps, {
        params: { id },
        body: { after, steps: [{ key: randomBytes(9).toString("base64url"), label: this.#name, ops }] },
      });
      const last = done.at(-1);
      if (missing.length > 0 || !last) throw new UnavailableError(texts.changedMeanwhile);
      after = last.seq;
    }
    return after;
  }
}

/** The order may have been heard, and its answer did not come. */
export class LostOrderError extends UnavailableError {}

/** Each small enough for one message. @throws InvalidInputError */
export function stepsOf({ scripts, sheets }: Tables): DraftOperation[][] {
  const operations: DraftOperation[] = BEGUN.map((table) => ({ op: "dropTable", table }));
  let last: string | null = null;
  for (const [index, table] of documentOf(sheets, {}).tables.entries()) {
    // Ids of tables that were there count as used.
    const id: string = `s${index + 1}`;
    operations.push({ op: "addTable", after: last, table: { ...table, id, rows: [] } });
    operations.push(...rowsOf({ ...table, id }));
    last = id;
  }
  for (const [name, text] of Object.entries(scripts)) operations.push({ op: "script", name, text });
  return packed(operations);
}

function rowsOf({ id, name, rows }: DraftTable): DraftOperation[] {
  const found: DraftOperation[] = [];
  let part: DraftTable["rows"] = [];
  let [after, size]: [string | null, number] = [null, 0];
  const end = () => {
    if (part.length > 0) found.push({ op: "insert", table: id, after, rows: part });
    after = part.at(-1)?.id ?? after;
    [part, size] = [[], 0];
  };
  for (const row of rows) {
    const bytes = bytesOf(row);
    if (bytes > STEP_BYTES) throw new InvalidInputError([{ field: "file", message: texts.tooLongRow(name) }]);
    if (size + bytes > STEP_BYTES) end();
    part.push(row);
    size += bytes;
  }
  end();
  return found;
}

function packed(operations: readonly DraftOperation[]): DraftOperation[][] {
  const steps: DraftOperation[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const operation of operations) {
    const bytes = bytesOf(operation);
    if (operation.op === "script" && bytes > STEP_BYTES)
      throw new InvalidInputError([{ field: "file", message: texts.tooLongScript(operation.name) }]);
    const step = steps.at(-1);
    if (step && size + bytes <= STEP_BYTES && step.length < LIMITS.draftStepOperations) {
      step.push(operation);
      size += bytes;
    } else {
      steps.push([operation]);
      size = bytes;
    }
  }
  return steps;
}

/** As JSON inside of JSON. */
const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value)));
