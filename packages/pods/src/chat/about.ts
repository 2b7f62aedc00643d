import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK, NOTIFY, TEST } from "@hubwart/runtime/methods";
import type { chatChannelColumns } from "./schema.ts";

export const chatAbout: PodAbout<keyof typeof chatChannelColumns> = {
  place: ["command", "to"],
  methods: { ...CHECK, ...NOTIFY, ...TEST },
  peer: ({ service }) => (typeof service === "string" ? { name: service } : {}),
};
