/**
 * The real appliance while 1,000 lines a second are written: by the writer that the hub uses, into a folder of
 * the product's log as every process of it has one.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { createLogger, EventLogWriter, Scope, systemClock } from "@hubwart/core";
import { descendants, type Product, processes, startProduct, waitFor } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const RATE = 1_000;
const SECONDS = 12;
const EVERY = 20;
/** Beyond what it takes at rest; the log that is sent meanwhile is several times as large. */
const MEMORY_ALLOWED = 64 * 1024 * 1024;
const FILLER = "x".repeat(400);

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await product.api.signIn("Viel zu protokollieren 1");
});
afterAll(() => product?.stop());

async function applianceMemory(): Promise<number> {
  const own = await descendants(product.launcher.pid ?? 0);
  const found = (await processes()).find(
    ({ pid, command }) => own.includes(pid) && command.includes("/appliance.mjs"),
  );
  const status = readFileSync(`/proc/${found?.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

const headers = () => ({ authorization: `Bearer ${product.api.token}` });
const address = (query: string) => `${product.url}/admin/api/system/log?comp=load&${query}`;

/** Numbers of the lines of an NDJSON answer, read as it comes. */
async function numbersIn(response: Response): Promise<number[]> {
  const numbers: number[] = [];
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) numbers.push(Number(/"msg":"(\d+) /.exec(line)?.[1]));
  }
  expect(rest).toBe("");
  return numbers;
}

/** Follows the log until `last` has come. */
async function follow(last: number): Promise<number[]> {
  const abort = new AbortController();
  const response = await fetch(`${product.url}/admin/api/stream?topics=log&comp=load`, {
    headers: headers(),
    signal: abort.signal,
  });
  const numbers: number[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of response.body ?? []) {
      const events = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data === undefined) continue;
        const { lines, missed } = JSON.parse(data) as { lines: { msg: string }[]; missed: number };
        expect(missed).toBe(0);
        for (const { msg } of lines) numbers.push(Number.parseInt(msg, 10));
      }
      if (numbers.at(-1) === last) break;
    }
  } finally {
    abort.abort();
  }
  return numbers;
}

describe("under 1,000 lines a second", () => {
  it("download and live view miss no line, and the appliance's memory stays bounded", async () => {
    const scope = new Scope();
    const folder = path.join(product.dataDir, "logs", "load");
    const writer = await EventLogWriter.open(folder, { clock: systemClock, scope });
    const log = createLogger("load", "test", writer);
    const total = RATE * SECONDS;
    const atRest = await applianceMemory();
    const live = follow(total);
    await new Promise((resolve) => setTimeout(resolve, 500));

    let written = 0;
    const begun = performance.now();
    const writing = new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const due = Math.min(total, Math.floor(((performance.now() - begun) / 1_000) * RATE));
        for (; written < due; written += 1) log.info(`${written + 1} ${FILLER}`);
        if (written < total) return;
        clearInterval(timer);
        resolve();
      }, EVERY);
    });
    let most = atRest;
    let done = false;
    const watching = (async () => {
      while (!done) {
        most = Math.max(most, await applianceMemory());
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    // While it is written: everything up to some line, without a gap.
    const during: number[][] = [];
    for (let i = 0; i < 4; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, (SECONDS * 1_000) / 5));
      during.push(await numbersIn(await fetch(address("download=1"), { headers: headers() })));
      const tail = await numbersIn(await fetch(address("tail=2000"), { headers: headers() }));
      expect(tail).toEqual(tail.map((_, at) => (tail[0] ?? 0) + at));
      expect(tail.length).toBe(2_000);
    }
    await writing;
    await writer.sync();
    const whole = await numbersIn(await fetch(address("download=1"), { headers: headers() }));
    const seen = await live;
    done = true;
    await watching;
    await scope.end();

    const all = Array.from({ length: total }, (_, i) => i + 1);
    expect(whole).toEqual(all);
    expect(seen).toEqual(all);
    for (const numbers of during) {
      expect(numbers.length).toBeGreaterThan(RATE);
      expect(numbers).toEqual(all.slice(0, numbers.length));
    }
    expect(most - atRest).toBeLessThan(MEMORY_ALLOWED);
  });

  it("a reader that takes its time holds up nobody and costs no memory", async () => {
    const before = await applianceMemory();
    const slow = await fetch(address("download=1"), { headers: headers() });
    const reader = slow.body?.getReader();
    await reader?.read();
    await waitFor(async () => (await product.api.get("/info")).status === 200, { what: "an answer" });
    expect((await applianceMemory()) - before).toBeLessThan(MEMORY_ALLOWED);
    await reader?.cancel();
  });
});
