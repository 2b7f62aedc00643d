import { type AnswerOf, channelWrite } from "@hubwart/contract";
import { callApi } from "./client.ts";

export type WriteAnswer = AnswerOf<typeof channelWrite>;

/** Writes; the answer says what became of it: written, waiting or refused. */
export const writeChannel = (chan: string, value: unknown): Promise<WriteAnswer> =>
  callApi(channelWrite, { body: { chan, value } });
