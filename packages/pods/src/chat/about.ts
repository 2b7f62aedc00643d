import type { PodAbout } from "../base/about.ts";
import { CHECK, TEST } from "../base/methods.ts";
import type { chatChannelColumns } from "./schema.ts";

export const chatAbout: PodAbout<keyof typeof chatChannelColumns> = {
  place: ["command", "to"],
  methods: { ...CHECK, ...TEST },
  peer: ({ service }) => (typeof service === "string" ? { name: service } : {}),
};
