import type { PodAbout } from "../base/about.ts";
import { CHECK, READ } from "../base/methods.ts";
import type { httpOutChannelColumns } from "./schema.ts";

export const httpOutAbout: PodAbout<keyof typeof httpOutChannelColumns> = {
  place: ["method", "path"],
  methods: { ...CHECK, ...READ },
};
