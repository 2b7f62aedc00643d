import type { PodAbout } from "@hubwart/runtime/about";
import { CHECK, NOTIFY, TEST } from "@hubwart/runtime/methods";
import type { chatChannelColumns } from "./schema.ts";

export const chatAbout: PodAbout<keyof typeof chatChannelColumns> = {
  place: ["command", "to"],
  methods: { ...CHECK, ...NOTIFY, ...TEST },
  peer: ({ service }) => (typeof service === "string" ? { name: service } : {}),
  sends: ({ service, url, user, webhook }) => {
    // The account's domain names the server, or whose certificate it must show.
    if (service === "xmpp") return { tls: true, to: [service, url, user] };
    const place = webhook ?? url;
    return { tls: place === undefined || /^https:/i.test(String(place)), to: [service, webhook, url] };
  },
};
