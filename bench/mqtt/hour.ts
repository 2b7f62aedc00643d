/**
 * Memory (PSS) of an mqtt pod over an hour of messages through the whole product, `HUBWART_HOUR_MINUTES` of them, at
 * `HUBWART_HOUR_RATE` messages per second; looked at every ten seconds. Nothing may be lost, repeated or out of order.
 *
 *     npm run bench -- mqtt --hour
 */
import { descendants, processes, pss } from "@hubwart/testing";
import { mb } from "../support/process.ts";
import type { Figure } from "../support/results.ts";
import { measure } from "./roles.ts";

const MINUTES = Number(process.env["HUBWART_HOUR_MINUTES"] ?? 60);
const RATE = Number(process.env["HUBWART_HOUR_RATE"] ?? 5_000);
const EVERY_MS = 10_000;

export async function measureHour(port: number): Promise<Figure[]> {
  const mine = new Set(await descendants(process.pid));
  const pod = (await processes()).find(({ pid, command }) => mine.has(pid) && command.includes("/pod.mjs"));
  if (!pod) throw new Error("no pod runs");
  const sizes = [await pss(pod.pid)];
  const timer = setInterval(() => void pss(pod.pid).then((size) => sizes.push(size)), EVERY_MS);
  const result = await measure({ port, qos: 0, rate: RATE, seconds: MINUTES * 60 });
  clearInterval(timer);
  const quarter = Math.floor(sizes.length / 4);
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  return [
    {
      what: `${result.sent.toLocaleString("en")} messages in and as many out in ${MINUTES} min: lost, repeated, out of order`,
      aim: "none",
      measured: `${result.lost}, ${result.duplicated}, ${result.reordered}`,
    },
    {
      what: "memory of the pod (PSS): before, median of the first quarter and of the last, most",
      aim: "45 MB",
      measured: `${mb(sizes[0] ?? Number.NaN)}, ${mb(median(sizes.slice(1, quarter)))}, ${mb(median(sizes.slice(-quarter)))}, ${mb(Math.max(...sizes))}`,
    },
    {
      what: "latency p50, p99, longest",
      measured: `${result.p50.toFixed(1)}, ${result.p99.toFixed(1)}, ${result.max.toFixed(0)} ms`,
    },
  ];
}
