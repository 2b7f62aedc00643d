/**
 * Looks after an upload whether the project runs: loads the connection records of the pods, up to three times with
 * a second between while one is not connected, then the records with errors. Ends after at most three tries. A result
 * that is not final is corrected for two minutes more: a loaded device needs longer than three seconds.
 */
import { LIMITS } from "@hubwart/contract";

/** A record of a pod: `{type}.pod.{pod}`. */
export interface PodTrace {
  chan: string;
  conn_state: boolean;
}
/** A record with an error. */
export interface RuntimeMessage {
  chan: string;
  err_text: string;
}

export type Runtime =
  | { kind: "waiting" }
  | { kind: "finished" }
  /** Not all pods are connected. */
  | { kind: "invalid_pod"; pods: readonly string[] }
  | { kind: "errors"; messages: readonly RuntimeMessage[] }
  /** Without a licence the hub runs no project. */
  | { kind: "unlicensed" }
  /** The hub did not answer. */
  | { kind: "unknown" };

export interface WatchParts {
  /** False if the hub waits for a licence. */
  licensed: () => Promise<boolean>;
  /** Without external pods, which are started elsewhere. */
  pods: () => Promise<readonly PodTrace[]>;
  errors: () => Promise<readonly RuntimeMessage[]>;
  sleep: (ms: number) => Promise<void>;
  /** Called once, before the first try. */
  pleaseWait: () => void;
}

export async function watchRuntime(parts: WatchParts): Promise<Runtime> {
  if (!(await parts.licensed().catch(() => true))) return { kind: "unlicensed" };
  parts.pleaseWait();
  const pods = await podsOf(parts);
  return await judged(parts, pods);
}

/** Goes on after `watchRuntime`; ends with the first result that is final, when nobody wants it, or after two minutes. */
export async function correctRuntime(
  parts: WatchParts,
  first: Runtime,
  wanted: () => boolean,
  changed: (runtime: Runtime) => void,
): Promise<void> {
  let last = first;
  for (let polls = 0; polls < CORRECTIONS && OPEN.has(last.kind); polls += 1) {
    await parts.sleep(CORRECT_EVERY);
    if (!wanted()) return;
    const next = await judged(parts, await parts.pods().catch(() => undefined));
    if (!wanted()) return;
    if (next.kind === "unknown" || JSON.stringify(next) === JSON.stringify(last)) continue;
    last = next;
    changed(next);
  }
}

const CORRECT_EVERY = 2 * LIMITS.restartRetry;
const CORRECTIONS = 60;
const OPEN: ReadonlySet<Runtime["kind"]> = new Set(["invalid_pod", "errors", "unknown"]);

async function judged(parts: WatchParts, pods: readonly PodTrace[] | undefined): Promise<Runtime> {
  const messages = pods && (await parts.errors().catch(() => undefined));
  if (pods === undefined || messages === undefined) return { kind: "unknown" };
  if (messages.length > 0) return { kind: "errors", messages };
  const missing = pods.filter((pod) => !pod.conn_state).map((pod) => pod.chan);
  return missing.length > 0 ? { kind: "invalid_pod", pods: missing } : { kind: "finished" };
}

/** Undefined if the last try had no answer; a hub that is just starting has none yet. */
async function podsOf({ pods, sleep }: WatchParts): Promise<readonly PodTrace[] | undefined> {
  for (let polls = 1; ; polls++) {
    const seen = await pods().catch(() => undefined);
    const connected = seen?.every((pod) => pod.conn_state) ?? false;
    if (connected || polls >= LIMITS.restartTries) return seen;
    await sleep(LIMITS.restartRetry);
  }
}
