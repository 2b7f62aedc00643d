import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK, MAIL, NOTIFY, TEST } from "@hubwart/runtime/methods";
import type { emailChannelColumns } from "./schema.ts";

const PORTS: Readonly<Record<string, number>> = { tls: 465, none: 25 };

export const emailAbout: PodAbout<keyof typeof emailChannelColumns> = {
  place: ["to"],
  methods: { ...CHECK, ...MAIL, ...NOTIFY, ...TEST },
  peer: ({ security }) => ({ port: PORTS[String(security)] ?? 587 }),
  sends: ({ security }) => ({ tls: security !== "none" }),
};
