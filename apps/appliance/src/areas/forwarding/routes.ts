import type { ForwardingTarget } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { ForwardingService } from "./service.ts";
import type { ForwardingConfig } from "./settings.ts";
import { texts } from "./texts.ts";

export function forwardingHandlers(service: ForwardingService): Handlers {
  return {
    stateConfig: async () => shown(service.config()),
    stateSettingsSave: async (request) => {
      const { body } = request;
      request.audit({ before: service.config().settings, after: body });
      await service.save({ settings: body });
      return {};
    },
    stateHttpSave: async (request) => {
      const { body } = request;
      request.audit({ before: service.config().http, after: body });
      needed(body.active, "pod", body.pod, texts.choosePod);
      needed(body.active, "path", body.path, texts.givePath);
      await service.save({ http: body });
      return {};
    },
    stateMqttSave: async (request) => {
      const { body } = request;
      request.audit({ before: service.config().mqtt, after: body });
      needed(body.active, "topic", body.topic, texts.giveTopic);
      await service.save({ mqtt: body });
      return {};
    },
    stateInfluxSave: async (request) => {
      const { body } = request;
      const before = service.config();
      request.audit({ before: shown(before).influxdb, after: body });
      needed(body.active, "bucket", body.bucket, texts.giveBucket);
      const token = body.token ?? before.influxdb.token;
      await service.save({ influxdb: { ...body, token } });
      return {};
    },
    stateStatus: async () => service.status(),
    stateSend: async ({ params, signal }) => {
      const name: ForwardingTarget = params.name;
      const started = performance.now();
      const { delivered, text } = await service.test(name, signal);
      return { delivered, text, duration: Math.round(performance.now() - started) };
    },
  };
}

function shown(config: ForwardingConfig) {
  const { token, ...influxdb } = config.influxdb;
  return { ...config, influxdb: { ...influxdb, has_token: token !== "" } };
}

/** What an active target cannot do without. */
function needed(active: boolean, field: string, value: string, message: string): void {
  if (active && value === "") throw new InvalidInputError([{ field, message }]);
}
