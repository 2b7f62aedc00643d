/**
 * Tries a connection that nobody uses yet: of a pod that stands in tables and does not run.
 *
 *     await trustAuthorities(task.authorities);
 *     const answer = await checkConnection(task, signal);
 */
import { readFile } from "node:fs/promises";
import { createLogger, Scope, systemClock } from "@hubwart/core";
import type { PodLoad } from "@hubwart/ipc";
import type { AstraySecret, CompiledPod, CompiledProject, OwnSecrets, TablesInput } from "@hubwart/project";
import { compileTables } from "@hubwart/project/tables";
import { blankOut } from "@hubwart/runtime/blank-out";
import type { CheckResult } from "@hubwart/runtime/methods";
import type { PodContext } from "@hubwart/runtime/pod";
import { loadPodKind } from "./registry.ts";
import { podSchemas } from "./schemas.ts";
import { secretsAstray } from "./secrets-astray.ts";

export interface ConnectionTask {
  /** Of this pod alone, secrets in their places. */
  tables: TablesInput;
  pod: string;
  iface: string;
  /** Of a caller who sees no stored secrets: what he typed, and the compiled project that runs. Others go where they go there. */
  kept?: { own: OwnSecrets; running: string | undefined } | undefined;
  /** Trusted besides the usual ones, PEM. */
  authorities: readonly string[];
}

export type ConnectionAnswer =
  | CheckResult
  /** What the compiler says of the rows. */
  | { wrong: { text: string; hint: string } }
  /** Nothing was tried. */
  | { astray: AstraySecret }
  /** Only a running pod can be asked, or would be disturbed. */
  | { running: true };

export async function checkConnection(
  task: Omit<ConnectionTask, "authorities">,
  signal: AbortSignal,
): Promise<ConnectionAnswer> {
  const pod = await compiledPod(task);
  if ("wrong" in pod) return pod;
  const astray = await astrayOf(task, pod);
  if (astray) return { astray };
  const kind = await loadPodKind(pod.type);
  const config = pod.ifaces.find(({ id }) => id === task.iface)?.config ?? {};
  // A device of this machine has one owner.
  if (!kind?.check || kind.schema.claims?.(config) !== undefined) return { running: true };
  const scope = new Scope();
  try {
    const { steps } = await kind.check(contextOf(pod, scope), task.iface, signal);
    const secret = Object.entries(kind.schema.ifaceColumns).filter(([, column]) => column.secret);
    const blank = blankOut(Object.fromEntries(secret.map(([name]) => [name, String(config[name] ?? "")])));
    return { steps: steps.map((step) => ({ ...step, text: blank(step.text) })) };
  } finally {
    await scope.end();
  }
}

async function astrayOf(
  { iface, kept }: Pick<ConnectionTask, "iface" | "kept">,
  pod: CompiledPod,
): Promise<AstraySecret | undefined> {
  if (!kept) return undefined;
  const { own, running } = kept;
  const pods =
    running === undefined ? [] : (JSON.parse(await readFile(running, "utf8")) as CompiledProject).pods;
  const tried = { ...pod, ifaces: pod.ifaces.filter(({ id }) => id === iface) };
  return secretsAstray(pods, [tried], own, podSchemas)[0];
}

/** Channels are left out where they are not in order yet: their pod connects without them. */
async function compiledPod({
  pod: id,
  tables: all,
}: Pick<ConnectionTask, "pod" | "tables">): Promise<CompiledPod | { wrong: { text: string; hint: string } }> {
  const bare = all.tables.filter(
    ({ name }) => !podSchemas.some(({ type }) => type === name.trim().toLowerCase()),
  );
  let wrong = { text: "", hint: "" };
  for (const tables of [all.tables, bare]) {
    const options = { schemas: podSchemas, loadLua: async () => async () => undefined };
    const { compiled, errors } = await compileTables({ tables }, options);
    const pod = compiled?.pods.find((one) => one.id === id);
    if (pod) return pod;
    const first = errors.find(({ Level }) => Level === "error");
    if (first) wrong = { text: first.ErrText, hint: first.Hint };
  }
  return { wrong };
}

/** Of a pod that says nothing to anybody. */
function contextOf({ channels, id, ifaces, type }: CompiledPod, scope: Scope): PodContext {
  const load: PodLoad = { id, type, ifaces, channels, params: {}, files: {}, secrets: {} };
  const nothing = () => undefined;
  return {
    load,
    scope,
    clock: systemClock,
    log: createLogger(`pod:${id}`, "pod", { level: "error", write: nothing }, () => systemClock.now()),
    emit: nothing,
    connection: nothing,
    failed: nothing,
    written: nothing,
    refused: nothing,
    ask: () => Promise.reject(new Error("there is no hub")),
  };
}
