/** A hub's certificate and pass come to their end: it asks its central for new ones of the same key, over the connection that it has. */
import * as z from "zod/mini";
import { joinAnswer, joinRequest } from "./messages.ts";

export const renewQuestion = z.object({
  v: z.literal(1),
  ask: z.literal("renew"),
  request: joinRequest.def.shape.request,
});

const { certificate, pass, servers } = joinAnswer.def.shape;
export const renewAnswer = z.object({ v: z.literal(1), certificate, pass, servers });
export type Renewed = z.output<typeof renewAnswer>;
