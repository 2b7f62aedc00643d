/** `/resources/lake/export…`: which database recorded values go to as well. */
import type { Handlers } from "../../http/handlers.ts";
import type { ExportConfig, LakeExport } from "./export.ts";

export function exportHandlers(service: LakeExport): Handlers {
  return {
    lakeExport: async () => ({ export: shown(service.config()) }),
    lakeExportSave: async (request) => {
      const { body } = request;
      request.audit({ before: shown(service.config()), after: body });
      await service.save(body);
      return {};
    },
    lakeExportTest: async (request) => {
      const started = performance.now();
      const result = await service.test(request.signal);
      request.audit({ after: { delivered: result.delivered } });
      return { ...result, duration: Math.round(performance.now() - started) };
    },
    lakeExportStatus: () => service.status(),
  };
}

/** Without the token. */
function shown({ token, ...config }: ExportConfig) {
  return { ...config, has_token: token !== "" };
}
