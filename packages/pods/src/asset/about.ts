import type { PodAbout } from "@hubwart/runtime/about";
import { assetMethods } from "./methods.ts";
import type { assetChannelColumns } from "./schema.ts";

export const assetAbout: PodAbout<keyof typeof assetChannelColumns> = {
  place: ["asset", "key"],
  methods: assetMethods,
};
