import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK, READ } from "@hubwart/runtime/methods";
import type { s7ClientChannelColumns } from "./columns.ts";

export const s7ClientAbout: PodAbout<keyof typeof s7ClientChannelColumns> = {
  place: ["address"],
  methods: { ...CHECK, ...READ },
};
