/** Two people at one draft, whatever happens in whatever order: connections that fail on either side of the device, tabs that end, undo. */
import type { DraftDocument, DraftEntry, DraftHead, DraftOperation, DraftStep } from "@hubwart/contract";
import { applyStep, DraftFault } from "@hubwart/draft";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, ConnectionError } from "../../../../lib/errors.ts";
import { createDraftStore, type DraftStore } from "./draft-store.ts";

const RUNS = Number(process.env["HUBWART_EDITORS_RUNS"] ?? 150);
const START: DraftDocument = {
  tables: [
    {
      id: "t",
      name: "mqtt",
      above: [],
      columns: [
        { id: "c", name: "channel" },
        { id: "d", name: "topic" },
      ],
      rows: ["r1", "r2", "r3", "r4"].map((id) => ({ id, cells: { c: id } })),
    },
  ],
  scripts: {},
};
const HEAD: DraftHead = { id: "d1", name: "Entwurf", base: null, created: 1, changed: 1, by: "a", seq: 0 };

/** As the device answers (`DraftService.steps`). */
class Device {
  document = START;
  readonly log: DraftEntry[] = [];

  steps(after: number, steps: readonly DraftStep[], by: string) {
    const before = steps.flatMap(({ key }) => this.log.find((entry) => entry.key === key) ?? []);
    const own = new Set(before.map(({ seq }) => seq));
    const missing = this.log.filter(({ seq }) => seq > after && !own.has(seq));
    if (missing.length > 0) return { done: before, missing };
    let { document } = this;
    const fresh: DraftEntry[] = [];
    for (const step of steps.filter(({ key }) => !before.some((entry) => entry.key === key))) {
      const applied = fitting(() => applyStep(document, step.ops));
      document = applied.document;
      fresh.push({ ...step, inverse: applied.inverse, seq: this.log.length + fresh.length + 1, at: 2, by });
    }
    this.document = document;
    this.log.push(...fresh);
    return { done: [...before, ...fresh], missing: [] };
  }
}

function fitting<T>(task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw error instanceof DraftFault ? new ApiError(400) : error;
  }
}

class Editor {
  readonly #device: Device;
  readonly #name: string;
  fails: "before" | "after" | undefined;
  #kept: readonly DraftStep[] = [];
  #lost = 0;
  /** Keys of what was done. */
  readonly done: string[] = [];
  store: DraftStore;

  constructor(device: Device, name: string) {
    this.#device = device;
    this.#name = name;
    this.store = this.#open();
  }

  #open(): DraftStore {
    const entries = structuredClone(this.#device.log);
    const read = { draft: { ...HEAD, seq: entries.length }, document: this.#device.document, entries };
    return createDraftStore(read, {
      send: async ({ after, steps }) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (this.fails === "before") throw new ConnectionError(false);
        const answer = structuredClone(this.#device.steps(after, structuredClone(steps), this.#name));
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (this.fails === "after") throw new ConnectionError(true);
        return answer;
      },
      news: async (since) => {
        if (this.fails) throw new ConnectionError(false);
        return structuredClone(this.#device.log.filter(({ seq }) => seq > since));
      },
      onChange: () => undefined,
      waiting: { found: () => [...this.#kept], keep: (steps) => void (this.#kept = structuredClone(steps)) },
    });
  }

  get lost(): number {
    return this.#lost + lostOf(this.store);
  }

  act(ops: DraftOperation[]): void {
    const { pending } = this.store.view.state;
    this.store.act("Zelle", ops);
    const key = this.store.view.state.pending.at(-1)?.step.key;
    if (key !== undefined && key !== pending.at(-1)?.step.key) this.done.push(key);
  }

  /** The tab ends, and is opened again. */
  again(): void {
    this.#lost += lostOf(this.store);
    this.store.close();
    this.store = this.#open();
  }
}

const lostOf = ({ view }: DraftStore): number =>
  view.notes.filter(({ text }) => text.includes("verloren")).length;

const DEEDS = [
  "set",
  "set",
  "set",
  "insert",
  "delete",
  "move",
  "undo",
  "redo",
  "fail",
  "pass",
  "pass",
  "again",
] as const;

async function act(
  editor: Editor,
  deed: (typeof DEEDS)[number],
  n: number,
  made: () => string,
): Promise<void> {
  const [table] = editor.store.view.state.document.tables;
  const rows = table?.rows ?? [];
  const row = rows[n % Math.max(1, rows.length)]?.id;
  const other = rows[(n * 7 + 3) % Math.max(1, rows.length)]?.id ?? null;
  switch (deed) {
    case "set":
      if (row) editor.act([{ op: "set", table: "t", cells: [[row, n % 2 ? "c" : "d", made()]] }]);
      return;
    case "insert":
      editor.act([{ op: "insert", table: "t", after: other, rows: [{ id: made(), cells: { c: made() } }] }]);
      return;
    case "delete":
      if (row) editor.act([{ op: "delete", table: "t", rows: [row] }]);
      return;
    case "move":
      if (row && row !== other) editor.act([{ op: "move", table: "t", after: other, rows: [row] }]);
      return;
    case "undo":
      return editor.store.undo();
    case "redo":
      return editor.store.redo();
    case "fail":
      editor.fails = ([undefined, "before", "after"] as const)[n % 3];
      return;
    case "again":
      return editor.again();
    case "pass":
      await vi.advanceTimersByTimeAsync([10, 25, 320, 700, 2_500, 6_000][n % 6] ?? 0);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("both see what the device has, and nothing that was done is lost in silence", async () => {
  const deeds = fc.array(fc.tuple(fc.nat(1), fc.constantFrom(...DEEDS), fc.nat(999)), {
    minLength: 3,
    maxLength: 50,
  });
  await fc.assert(
    fc.asyncProperty(deeds, async (all) => {
      const device = new Device();
      const editors = [new Editor(device, "10.0.0.5"), new Editor(device, "10.0.0.6")];
      let count = 0;
      const made = () => `m${(count += 1)}`;
      for (const [who, deed, n] of all) await act(editors[who] as Editor, deed, n, made);
      for (const editor of editors) editor.fails = undefined;
      await vi.advanceTimersByTimeAsync(30_000);
      for (const { done, lost, store } of editors) {
        expect(store.view.trouble).toBeUndefined();
        expect(store.view.state.pending).toEqual([]);
        expect(store.view.state.document).toEqual(device.document);
        const gone = done.filter((key) => !device.log.some((entry) => entry.key === key));
        expect(lost, gone.join()).toBeGreaterThanOrEqual(gone.length);
      }
      for (const { store } of editors) store.close();
    }),
    { numRuns: RUNS },
  );
});
