import type { PodAbout } from "@hubwart/runtime/about";
import type { mbusChannelColumns } from "./columns.ts";
import { mbusMethods } from "./methods.ts";

export const mbusAbout: PodAbout<keyof typeof mbusChannelColumns> = {
  place: ["meter", "quantity", "modifier", "record_number"],
  methods: mbusMethods,
};
