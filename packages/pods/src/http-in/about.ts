import type { PodAbout } from "../base/about.ts";
import { CHECK, TLS, WANTS_TLS } from "../base/methods.ts";
import type { httpInChannelColumns } from "./schema.ts";

export const httpInAbout: PodAbout<keyof typeof httpInChannelColumns> = {
  place: ["path"],
  methods: { ...CHECK, ...TLS, ...WANTS_TLS },
};
