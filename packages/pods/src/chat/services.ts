/** Service name → implementation, loaded when it is used: each costs memory. */
import { isWebhook } from "./schema.ts";
import type { Service, ServiceOptions } from "./service.ts";

export async function openService(options: ServiceOptions): Promise<Service> {
  const { service } = options.config;
  if (isWebhook(service)) return new (await import("./webhook.ts")).Webhook(options);
  switch (service) {
    case "matrix":
      return new (await import("./matrix.ts")).Matrix(options);
    case "telegram":
      return new (await import("./telegram.ts")).Telegram(options);
    case "xmpp":
      return new (await import("./xmpp.ts")).Xmpp(options);
  }
}
