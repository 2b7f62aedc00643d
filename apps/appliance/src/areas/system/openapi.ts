/** The API document, made when it is first asked for. */
import { Readable } from "node:stream";
import { VERSION } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";

export function openApiHandlers(product: string): Handlers {
  let document: string | undefined;
  return {
    openapi: async () => {
      const { openApi } = await import("@hubwart/contract/openapi");
      document ??= JSON.stringify(openApi(product, VERSION));
      return { file: Readable.from([document]), size: Buffer.byteLength(document) };
    },
  };
}
