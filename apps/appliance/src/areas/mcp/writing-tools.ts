/** The tool that acts on the plant; offered only where an administrator allowed it, and to tokens kept to channels. */
import { calls, channelWrite, LIMITS } from "@hubwart/contract";
import { ConflictError } from "@hubwart/core";
import * as z from "zod";
import type { Session } from "../../http/ports.ts";
import { demandCall } from "../../http/rights.ts";
import { short } from "./reading-tools.ts";
import { texts } from "./texts.ts";
import type { Tool } from "./tool.ts";

function mayWrite(session: Session): boolean {
  try {
    demandCall(session, calls.channelWrite);
  } catch {
    return false;
  }
  // A token for everything is for people's own programs, none that decides by itself what to write.
  return (session.bounds?.channels?.length ?? 0) > 0;
}

const input = z.object({
  channel: z.string().min(1).max(500).describe(texts.fields.chan),
  value: z.union([z.string().max(10_000), z.number(), z.boolean()]).describe(texts.fields.value),
});

export const writeChannel: Tool<z.output<typeof input>> = {
  name: "write_channel",
  title: texts.tools.write_channel.title,
  description: texts.tools.write_channel.text,
  input,
  reads: false,
  offered: (session, config) => config.write_channels && mayWrite(session),
  about: ({ channel, value }) => ({ chan: channel, value: short(value) }),
  run: async ({ channel, value }, { ask, mayWrite: inTime }) => {
    if (!inTime()) throw new ConflictError(texts.tooManyWrites(LIMITS.mcpWritesPerMinute));
    const { after, before, reason, state } = await ask(channelWrite, { body: { chan: channel, value } });
    return { state, ...(reason && { reason }), before: short(before.value), after: short(after.value) };
  },
};
