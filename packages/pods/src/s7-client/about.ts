import type { PodAbout } from "../base/about.ts";
import { CHECK, READ } from "../base/methods.ts";
import type { s7ClientChannelColumns } from "./columns.ts";

export const s7ClientAbout: PodAbout<keyof typeof s7ClientChannelColumns> = {
  place: ["address"],
  methods: { ...CHECK, ...READ },
};
