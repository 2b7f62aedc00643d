import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK, READ } from "@hubwart/runtime/methods";
import type { httpOutChannelColumns } from "./schema.ts";

export const httpOutAbout: PodAbout<keyof typeof httpOutChannelColumns> = {
  place: ["method", "path"],
  methods: { ...CHECK, ...READ },
};
