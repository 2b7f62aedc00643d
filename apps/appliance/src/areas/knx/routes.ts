import type { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { InvalidInputError, ResultError } from "@hubwart/core";
import { KEYRING_BYTES } from "@hubwart/knx/appliance";
import { keptTo } from "../../http/bounds.ts";
import type { Handlers } from "../../http/handlers.ts";
import { openFile } from "../../http/open-file.ts";
import { common } from "../../texts.ts";
import type { KnxService } from "./service.ts";
import { texts } from "./texts.ts";

export function knxHandlers(service: KnxService): Handlers {
  return {
    knxInterfaces: async ({ query }) => ({ interfaces: await service.interfaces(query.pod) }),
    knxSearch: () => service.search(),
    knxInfo: ({ query, session }) => service.info(query.iface, keptTo(session)),
    knxKeyring: async (request) => {
      const { file, query } = request;
      if (!file) throw new InvalidInputError([{ field: "newfile", message: common.noFile }]);
      request.audit({ after: { iface: query.iface } });
      const bytes = await wholeFile(file.stream);
      const password = request.fields().pwd ?? query.pwd ?? "";
      if (password === "") {
        throw new InvalidInputError([{ field: "pwd", message: texts.givePassword }]);
      }
      await service.storeKeyring(query.iface, bytes, password);
      return {};
    },
    knxKeyringDelete: async ({ query }) => {
      await service.removeKeyring(query.iface);
      return {};
    },
    knxDebugMode: async ({ query }) => {
      await service.setMode(query.iface, query.mode);
      return {};
    },
    knxDebugLog: async ({ query }) => {
      service.find(query.iface);
      const file = await service.debug.path(query.iface, query.file);
      return { ...(await openFile(file)), filename: query.file };
    },
    knxRestart: async ({ query }) => {
      await service.restart(query.iface);
      return {};
    },
    knxTelegrams: ({ query, session }) => service.telegrams(query.iface, query.after ?? 0, keptTo(session)),
    knxSend: async ({ body }) => {
      const { iface, ...telegram } = body;
      return { outcome: await service.send(iface, telegram) };
    },
  };
}

async function wholeFile(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    // The rest is read and dropped, so that the caller gets its answer.
    if (bytes <= KEYRING_BYTES) chunks.push(chunk as Buffer);
  }
  if (bytes > KEYRING_BYTES) {
    throw new ResultError(CODES.keyringInvalid, texts.noKeyring);
  }
  return Buffer.concat(chunks);
}
