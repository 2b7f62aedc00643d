/** `/resources/htdocs/…`. */
import { InvalidInputError } from "@hubwart/core";
import type { AppContext } from "../../context.ts";
import type { Handlers } from "../../http/handlers.ts";
import { common } from "../../texts.ts";
import type { defineHtdocsJobs } from "./jobs.ts";
import { listNow } from "./list.ts";

export function htdocsHandlers(
  app: Pick<AppContext, "layout">,
  room: () => Promise<{ free: number }>,
  { upload, clean }: ReturnType<typeof defineHtdocsJobs>,
): Handlers {
  return {
    htdocsFiles: async () => {
      // The bundler leaves nothing but the default of a package that is loaded lazily.
      const { default: send } = await import("@fastify/send");
      const typeOf = (name: string) => send.mime.getType(name) ?? "application/octet-stream";
      const files = await listNow(app.layout.htdocs, typeOf);
      return { files, free: (await room()).free };
    },
    htdocsUpload: async (request) => {
      const { file, origin, signal } = request;
      if (!file) {
        throw new InvalidInputError([{ field: "newfile", message: common.noFile }]);
      }
      const live = { stream: file.stream, signal, files: 0 };
      await upload.run({}, { live, origin });
      request.audit({ after: { files: live.files } });
      return { files: live.files };
    },
    htdocsClean: async ({ origin }) => {
      await clean.run({}, { origin });
      return {};
    },
  };
}
