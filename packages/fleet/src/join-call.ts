/** The one call of the central that a hub makes over HTTPS: by itself, so that a hub loads no other of them. */
import { answer, call } from "@hubwart/contract";
import { joinAnswer, joinRequest } from "./messages.ts";

export const CENTRAL_PREFIX = "/api";

export const centralJoin = call({
  method: "POST",
  path: "/join",
  summary: "A hub joins with a code that is good once, and gets the certificate and the pass of its own key.",
  access: "public",
  origin: "ours",
  mutates: true,
  bodyLimit: 16_384,
  body: joinRequest,
  answer: answer(joinAnswer.def.shape),
});
