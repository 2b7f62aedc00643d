/** `/update/…` and the change of the channel; an update itself begins with `/system/restart?action=update`. */
import { type DataLayout, NotFoundError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { openFile } from "../../http/open-file.ts";
import type { JobOrigin } from "../../http/ports.ts";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import { failedLogFile } from "./failed-log.ts";
import type { UpdateService } from "./service.ts";
import type { Offered, UpdateSettings } from "./settings.ts";
import { texts } from "./texts.ts";

export function updateHandlers(
  layout: Pick<DataLayout, "updates">,
  service: UpdateService,
  settings: UpdateSettings,
  channel: JobHandle<{ channel: Offered["channel"] }, undefined>,
  goBack: (origin: JobOrigin) => void,
): Handlers {
  return {
    updateState: async () => service.state(),
    updateCheck: async () => {
      await service.check();
      return service.state();
    },
    updateLog: async () => {
      const file = failedLogFile(layout);
      const opened = await openFile(file, () => new NotFoundError(texts.noLog));
      const version = settings.memory().last?.version ?? texts.unknownVersion;
      return { ...opened, filename: `hubwart-update-${version}.log` };
    },
    updateBack: async (request) => {
      goBack(request.origin);
      return {};
    },
    updateDismiss: async () => {
      const { last } = settings.memory();
      if (last) settings.remember({ last: { ...last, seen: true } });
      return {};
    },
    changeChannel: async (request) => {
      const before = { channel: settings.channel };
      request.audit({ before, after: request.query });
      await channel.run(request.query, { origin: request.origin });
      await service.check().catch(() => undefined);
      return {};
    },
  };
}
