import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK, READ } from "@hubwart/runtime/methods";
import type { pingChannelColumns } from "./schema.ts";

export const pingAbout: PodAbout<keyof typeof pingChannelColumns> = {
  place: ["host"],
  methods: { ...CHECK, ...READ },
};
