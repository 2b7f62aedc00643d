import type { PodAbout } from "../base/about.ts";
import { CHECK, READ } from "../base/methods.ts";
import type { pingChannelColumns } from "./schema.ts";

export const pingAbout: PodAbout<keyof typeof pingChannelColumns> = {
  place: ["host"],
  methods: { ...CHECK, ...READ },
};
