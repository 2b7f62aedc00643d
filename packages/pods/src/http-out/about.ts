import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK, READ } from "@hubwart/runtime/methods";
import type { httpOutChannelColumns } from "./schema.ts";

export const httpOutAbout: PodAbout<keyof typeof httpOutChannelColumns> = {
  place: ["method", "path"],
  methods: { ...CHECK, ...READ },
  // A token that was fetched with the client secret goes to `url`.
  sends: ({ auth, token_url, url }) => ({
    tls: String(url).toLowerCase().startsWith("https:"),
    to: auth === "oauth2" ? [token_url] : [],
    proven: auth === "digest" ? ["password"] : [],
  }),
};
