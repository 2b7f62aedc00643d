import { channelWrite } from "@hubwart/contract";
import { callApi } from "../../../api/client.ts";

/** Writes; the answer says whether the pod has got the value. */
export const writeChannel = (chan: string, value: unknown) =>
  callApi(channelWrite, { body: { chan, value } });
