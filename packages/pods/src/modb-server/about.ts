import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK } from "@hubwart/runtime/methods";
import type { modbServerChannelColumns } from "./schema.ts";

export const modbServerAbout: PodAbout<keyof typeof modbServerChannelColumns> = {
  place: ["area", "address"],
  methods: CHECK,
};
