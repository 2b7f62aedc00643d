import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK, READ } from "@hubwart/runtime/methods";
import type { modbClientChannelColumns } from "./schema.ts";

export const modbClientAbout: PodAbout<keyof typeof modbClientChannelColumns> = {
  place: ["unit_id", "area", "address"],
  methods: { ...CHECK, ...READ },
};
