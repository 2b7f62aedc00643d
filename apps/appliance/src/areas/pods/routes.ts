import type { Handlers } from "../../http/handlers.ts";
import type { PodService } from "./service.ts";

export function podHandlers(service: PodService): Handlers {
  return {
    pods: ({ query }) => service.list(query.force ?? false),
    podChannels: async ({ query }) => ({
      channels: service.channels(query.pod),
      methods: service.methods(query.pod),
    }),
    podRead: ({ query, body }) => service.read(query.pod, body.chan),
    podAssets: async ({ query }) => ({ assets: await service.assets(query.pod) }),
    podCheck: ({ query, body }) => service.check(query.pod, body.iface),
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
