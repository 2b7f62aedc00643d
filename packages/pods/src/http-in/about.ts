import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK, TLS, WANTS_TLS } from "@hubwart/runtime/methods";
import type { httpInChannelColumns } from "./schema.ts";

export const httpInAbout: PodAbout<keyof typeof httpInChannelColumns> = {
  place: ["path"],
  methods: { ...CHECK, ...TLS, ...WANTS_TLS },
  sends: ({ tls }) => ({ tls: tls === true, stays: true }),
};
