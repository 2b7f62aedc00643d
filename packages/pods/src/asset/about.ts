import type { PodAbout } from "../base/about.ts";
import { assetMethods } from "./methods.ts";
import type { assetChannelColumns } from "./schema.ts";

export const assetAbout: PodAbout<keyof typeof assetChannelColumns> = {
  place: ["asset", "key"],
  methods: assetMethods,
};
