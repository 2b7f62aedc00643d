import type { PodAbout } from "../base/about.ts";
import { CHECK } from "../base/methods.ts";
import type { mqttChannelColumns } from "./schema.ts";

export const mqttAbout: PodAbout<keyof typeof mqttChannelColumns> = {
  place: ["topic"],
  methods: CHECK,
  peer: ({ tls }) => ({ port: tls === true ? 8883 : 1883 }),
};
