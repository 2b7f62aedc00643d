/** The project's alarms, as the hub tells a chat pod of them; what it cannot tell becomes the answer. */
import { errorText } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import * as z from "zod/mini";
import type { ChatAlarms } from "./commands.ts";
import { texts } from "./texts.ts";

const WITHIN = 15_000;

const alarm = { nr: z.number(), text: z.string() };
const acked = z.object({ done: z.array(z.object(alarm)) });
const listed = z.object({
  alarms: z.array(z.object({ ...alarm, acked: z.boolean() })),
  total: z.number(),
});

export function chatAlarms(context: Pick<PodContext, "ask">): ChatAlarms {
  const asked = async (method: string, params: Record<string, unknown>, say: (answer: unknown) => string) => {
    try {
      return say(await context.ask(method, params, { ms: WITHIN }));
    } catch (error) {
      return texts.alarmsAway(errorText(error));
    }
  };
  return {
    ack: (nrs, from) =>
      asked("alarmAck", { nrs, from }, (answer) => {
        const { done } = z.parse(acked, answer);
        return done.length === 0 ? texts.nothingToAck : texts.acked(done);
      }),
    list: () =>
      asked("alarmList", {}, (answer) => {
        const { alarms, total } = z.parse(listed, answer);
        return total === 0 ? texts.nothingStands : texts.standing(alarms, total);
      }),
  };
}
