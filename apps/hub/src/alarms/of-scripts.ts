/** What scripts ask of alarms: checked, since it comes from another process. */
import type { AlarmsOfScripts } from "@hubwart/ipc";
import { noSuchAlarm } from "@hubwart/lua";
import * as z from "zod/mini";
import { parsed } from "../parsed.ts";

const alarm = z.string().check(z.minLength(1), z.maxLength(300));
const look = z.object({ alarm });
const call = z.object({
  alarm,
  on: z.boolean(),
  script: z.string().check(z.minLength(1), z.maxLength(100)),
  text: z.optional(z.string().check(z.maxLength(500))),
});
const set = z.object({ calls: z.array(call).check(z.maxLength(500)) });

/** `nothing`: the answer where the project has no alarms. @throws InvalidInputError */
export function questionOfScript(method: keyof AlarmsOfScripts, raw: unknown) {
  if (method === "alarmLook") {
    const nothing: AlarmsOfScripts["alarmLook"][1] = { known: false, byScript: false, state: "normal" };
    return { params: parsed(look, raw), nothing };
  }
  const params = parsed(set, raw);
  const refused = params.calls.map(({ alarm: id, script }) => ({
    alarm: id,
    script,
    why: noSuchAlarm(id, undefined),
  }));
  const nothing: AlarmsOfScripts["alarmSet"][1] = { refused };
  return { params, nothing };
}
