/**
 * What the document of the project format says about a pod type beyond its columns: what it is, what its directions mean,
 * and the rules of its `check` in words. The first note is the German sentence for what the type is.
 */
import type { PodType } from "@hubwart/contract/pod-types";
import type { FormatNotes } from "@hubwart/project/document";
import { assetNotes } from "./asset/notes.ts";
import { chatNotes } from "./chat/notes.ts";
import { emailNotes } from "./email/notes.ts";
import { httpInNotes } from "./http-in/notes.ts";
import { httpOutNotes } from "./http-out/notes.ts";
import { knxNotes } from "./knx/notes.ts";
import { mbusNotes } from "./mbus/notes.ts";
import { modbClientNotes } from "./modb-client/notes.ts";
import { modbServerNotes } from "./modb-server/notes.ts";
import { mqttNotes } from "./mqtt/notes.ts";
import { pingNotes } from "./ping/notes.ts";
import { s7ClientNotes } from "./s7-client/notes.ts";

export const FORMAT_NOTES: Readonly<Record<PodType, FormatNotes>> = {
  knx: knxNotes,
  mqtt: mqttNotes,
  http_in: httpInNotes,
  http_out: httpOutNotes,
  modb_client: modbClientNotes,
  modb_server: modbServerNotes,
  s7_client: s7ClientNotes,
  mbus: mbusNotes,
  asset: assetNotes,
  email: emailNotes,
  chat: chatNotes,
  ping: pingNotes,
};
