/** What others know of each pod type, without schema and implementation. */
import type { PodType } from "@hubwart/contract/pod-types";
import type { PodAbout } from "@hubwart/runtime/about";
import { assetAbout } from "./asset/about.ts";
import { chatAbout } from "./chat/about.ts";
import { emailAbout } from "./email/about.ts";
import { httpInAbout } from "./http-in/about.ts";
import { httpOutAbout } from "./http-out/about.ts";
import { knxAbout } from "./knx/about.ts";
import { mbusAbout } from "./mbus/about.ts";
import { modbClientAbout } from "./modb-client/about.ts";
import { modbServerAbout } from "./modb-server/about.ts";
import { mqttAbout } from "./mqtt/about.ts";
import { pingAbout } from "./ping/about.ts";
import { s7ClientAbout } from "./s7-client/about.ts";

const ABOUT: Readonly<Record<PodType, PodAbout>> = {
  knx: knxAbout,
  mqtt: mqttAbout,
  http_in: httpInAbout,
  http_out: httpOutAbout,
  modb_client: modbClientAbout,
  modb_server: modbServerAbout,
  s7_client: s7ClientAbout,
  mbus: mbusAbout,
  asset: assetAbout,
  email: emailAbout,
  chat: chatAbout,
  ping: pingAbout,
};

/** By type, also of one that this build does not have. */
export const podAbouts: ReadonlyMap<string, PodAbout> = new Map(Object.entries(ABOUT));
