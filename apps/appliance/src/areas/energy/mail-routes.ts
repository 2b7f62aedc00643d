/** The report by e-mail over HTTP. */
import { InvalidInputError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { HubLink } from "../../hub-link.ts";
import type { ReportMail } from "./mail.ts";
import { texts } from "./texts.ts";

export function mailHandlers(mail: ReportMail, hub: Pick<HubLink, "request">): Handlers {
  return {
    energyMail: async () => {
      const { error, next, success } = mail.state();
      return { ...mail.config(), pods: await podsOf(hub), last_success: success, last_error: error, next };
    },
    energyMailSave: async (request) => {
      const { body } = request;
      request.audit({ before: shown(mail.config()), after: shown(body) });
      if (body.active && body.pod === "")
        throw new InvalidInputError([{ field: "pod", message: texts.mail.podNeeded }]);
      if (body.active && body.recipients.length === 0)
        throw new InvalidInputError([{ field: "recipients", message: texts.mail.recipientNeeded }]);
      await mail.save({ ...body, recipients: [...new Set(body.recipients)] });
      return {};
    },
    energyMailTest: async (request) => {
      request.audit({ after: shown(mail.config()) });
      const started = performance.now();
      const { delivered, text } = await mail.test();
      return { delivered, text, duration: Math.round(performance.now() - started) };
    },
  };
}

const shown = ({ recipients, ...rest }: ReturnType<ReportMail["config"]>) => ({
  ...rest,
  recipients: recipients.join(", "),
});

/** A hub that is away has none; what is stored is shown all the same. */
async function podsOf(hub: Pick<HubLink, "request">) {
  const { pods } = await hub.request("pods", {}).catch(() => ({ pods: [] }));
  return pods
    .filter(({ type }) => type === "email")
    .map(({ id, label }) => ({ id, ...(label === undefined ? {} : { label }) }));
}
