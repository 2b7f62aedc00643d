import type { PodAbout } from "../base/about.ts";
import { CHECK } from "../base/methods.ts";
import type { modbServerChannelColumns } from "./schema.ts";

export const modbServerAbout: PodAbout<keyof typeof modbServerChannelColumns> = {
  place: ["area", "address"],
  methods: CHECK,
};
