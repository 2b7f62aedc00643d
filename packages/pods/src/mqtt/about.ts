import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK } from "@hubwart/runtime/methods";
import type { mqttChannelColumns } from "./schema.ts";

export const mqttAbout: PodAbout<keyof typeof mqttChannelColumns> = {
  place: ["topic"],
  methods: CHECK,
  peer: ({ tls, transport }) => ({
    port: transport === "ws" ? (tls === true ? 443 : 80) : tls === true ? 8883 : 1883,
  }),
  sends: ({ tls }) => ({ tls: tls === true }),
};
