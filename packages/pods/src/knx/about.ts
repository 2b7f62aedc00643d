import type { PodAbout } from "@hubwart/runtime/about";
import { knxMethods } from "./methods.ts";
import type { knxChannelColumns } from "./schema.ts";

/** KNXnet/IP routing without an address of its own (03.08.02, 2.5). */
const GROUP = "224.0.23.12";

export const knxAbout: PodAbout<keyof typeof knxChannelColumns> = {
  place: ["address"],
  methods: knxMethods,
  peer: ({ mode }) => (mode === "routing" ? { host: GROUP } : {}),
};
