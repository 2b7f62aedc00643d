/**
 * What a chat pod may ask about alarms on behalf of somebody it obeys. Only a pod of that type may: others, some of which run
 * elsewhere, have no business with them.
 *
 * Methods: `alarmAck` {nrs: numbers or "all", from} → {done: [{nr, text}]}; `alarmList` {} → {alarms: [{nr, text, priority, acked}],
 * total}, worst first, without those that nobody is told of.
 */
import { noSuchMethod } from "@hubwart/ipc";
import type { CompiledPod } from "@hubwart/project/compiled";
import * as z from "zod/mini";
import { parsed } from "../parsed.ts";
import type { Alarms } from "./alarms.ts";

const METHODS = ["alarmAck", "alarmList"] as const;
type AlarmAsk = (typeof METHODS)[number];

/** As many as one reads in a chat. */
const LISTED = 10;
const LOOKED_AT = 200;

const ack = z.object({
  nrs: z.union([
    z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(100)),
    z.literal("all"),
  ]),
  from: z.string().check(z.minLength(1), z.maxLength(200)),
});

export function isAlarmAsk(method: string): method is AlarmAsk {
  return (METHODS as readonly string[]).includes(method);
}

export async function answerChat(
  alarms: Pick<Alarms, "ask">,
  { id, type }: Pick<CompiledPod, "id" | "type">,
  method: AlarmAsk,
  params: unknown,
): Promise<unknown> {
  if (type !== "chat") throw noSuchMethod(method);
  if (method === "alarmAck") {
    const { from, nrs } = parsed(ack, params);
    const { done } = await alarms.ask("alarmChatAck", { nrs, from, pod: id });
    return { done: done.map(({ nr, text }) => ({ nr, text })) };
  }
  const look = await alarms.ask("alarms", { limit: LOOKED_AT });
  const shown = look.standing.filter(
    ({ maintenance, shelved, suppressed }) => !suppressed && !shelved && maintenance === undefined,
  );
  return {
    alarms: shown.slice(0, LISTED).map(({ nr, priority, state, text }) => ({
      nr,
      text,
      priority,
      acked: state === "acked" || state === "latchedAcked",
    })),
    total: look.counts.priorities.reduce((sum, count) => sum + count, 0),
  };
}
