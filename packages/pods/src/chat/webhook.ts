/** Incoming webhooks of Slack, Mattermost and Teams. Their address is a secret and never shown. */
import type { Letter } from "../shared/notify/outbound.ts";
import { deliveryOf, failureOf, type Sent, type Service, type ServiceOptions, Web } from "./service.ts";

const LONGEST = 12_000;

export class Webhook implements Service {
  readonly longest = LONGEST;
  readonly #web: Web;
  readonly #url: URL;
  readonly #body: (text: string) => unknown;

  constructor(options: ServiceOptions) {
    const { service, webhook = "" } = options.config;
    this.#url = new URL(webhook);
    this.#web = new Web(webhook, options);
    this.#body = service === "teams" ? card : service === "slack" ? slack : mattermost;
  }

  async send({ text }: Letter): Promise<Sent> {
    try {
      const body = JSON.stringify(this.#body(text.slice(0, LONGEST)));
      const said = await this.#web.json({ method: "POST", url: this.#url, headers: {}, body });
      return deliveryOf(said.answer.status, this.#web.host, said.answer.text, said.answer.retryAfter);
    } catch (error) {
      return failureOf(error);
    }
  }

  end(): Promise<void> {
    return this.#web.end();
  }
}

/** These three characters are Slack's own marks: a value must not call a whole channel. */
function slack(text: string) {
  return { text: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") };
}

/** A zero width space takes the meaning from mentions. */
function mattermost(text: string) {
  return { text: text.replaceAll(/@(?=all|channel|here)/gi, "@\u200b") };
}

function card(text: string) {
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [{ type: "TextBlock", text, wrap: true }],
        },
      },
    ],
  };
}
