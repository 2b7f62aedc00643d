/** A connection that stands in a draft, tried in a process of its own, which is ended when its time is over. */
import { InvalidInputError, UnavailableError } from "@hubwart/core";
import type { ConnectionAnswer, ConnectionTask } from "@hubwart/pods/connection";
import { CHECK, type CheckResult } from "@hubwart/pods/methods";
import { runChild } from "@hubwart/project/run-child";
import { astrayError } from "./kept-secrets.ts";
import { texts } from "./texts.ts";

/** MiB */
const MEMORY = 256;

export async function tryConnection(
  entry: string,
  task: ConnectionTask,
  signal: AbortSignal,
): Promise<CheckResult> {
  let answer: unknown;
  const failure = await runChild({
    entry,
    task,
    signal,
    timeLimit: CHECK.check.ms,
    memoryLimit: MEMORY,
    onMessage: (message) => {
      answer = message;
    },
  });
  if (failure !== undefined || answer === undefined)
    throw new UnavailableError(texts.connectionFailed(failure ?? texts.noAnswer));
  const said = answer as ConnectionAnswer;
  if ("running" in said) throw new UnavailableError(texts.onlyRunning);
  if ("astray" in said) throw astrayError("row", [said.astray]);
  if ("wrong" in said)
    throw new InvalidInputError([
      { field: "row", message: texts.rowWrong(said.wrong.text, said.wrong.hint) },
    ]);
  return CHECK.check.result.parse(said);
}
