import { NotFoundError } from "@hubwart/core";
import { keptTo } from "../../http/bounds.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { PodService } from "./service.ts";
import { texts } from "./texts.ts";

export function podHandlers(service: PodService): Handlers {
  return {
    pods: ({ query, session }) => service.list(query.force ?? false, keptTo(session)),
    podChannels: async ({ query, session }) => {
      const kept = keptTo(session);
      if (!kept.pod(query.pod)) throw new NotFoundError(texts.noPod);
      return { channels: service.channels(query.pod), methods: service.methods(query.pod) };
    },
    podRead: ({ query, body, session }) => {
      if (!keptTo(session).channel(body.chan)) throw new NotFoundError(texts.noPod);
      return service.read(query.pod, body.chan);
    },
    podAssets: async ({ query, session }) => ({ assets: await service.assets(query.pod, keptTo(session)) }),
    podCheck: ({ query, body }) => service.check(query.pod, body.iface),
    podMeters: ({ query }) => service.meters(query.pod, query.iface),
    podMeterSearch: ({ query, body }) => service.meterSearch(query.pod, body.iface, body.action),
    podMeterRecords: ({ query, body }) => service.meterRecords(query.pod, body),
    podTest: async (request) => {
      const { iface, to } = request.body;
      const { pod } = request.query;
      const result = await service.test(pod, iface, to);
      request.audit({ after: { pod, iface, ...(to === undefined ? {} : { to }), sent: result.sent } });
      return result;
    },
    podConfig: async ({ query }) => service.config(query.pod),
    podParameters: async ({ query }) => ({ ifaces: await service.parameters(query.pod) }),
    podConfigSave: async (request) => {
      const { pod, internal, params } = request.body;
      const { internal: wasInternal, params: wereParams } = service.config(pod);
      request.audit({
        before: { pod, internal: wasInternal, params: wereParams },
        after: { pod, internal, params },
      });
      return await service.save(pod, { internal, params });
    },
    podRestart: async ({ query }) => {
      await service.restart(query.pod);
      return {};
    },
    podDelete: async ({ query }) => {
      await service.delete(query.pod);
      return {};
    },
    podLogLevel: async ({ body }) => {
      await service.setLogLevel(body.pod, body.level);
      return {};
    },
  };
}
