import type { PodAbout } from "../base/about.ts";
import { CHECK, READ } from "../base/methods.ts";
import type { modbClientChannelColumns } from "./schema.ts";

export const modbClientAbout: PodAbout<keyof typeof modbClientChannelColumns> = {
  place: ["unit_id", "area", "address"],
  methods: { ...CHECK, ...READ },
};
