/** `/recording/…`. */
import { buffer } from "node:stream/consumers";
import { InvalidInputError } from "@hubwart/core";
import { keptTo } from "../../http/bounds.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { Corrections, Wanted } from "./corrections.ts";
import type { KeepSetting } from "./keep.ts";
import type { RecordingService } from "./service.ts";
import { texts } from "./texts.ts";

export function correctionHandlers(corrections: Corrections): Handlers {
  const enter = async (
    request: Pick<Parameters<Required<Handlers>["correctionEnter"]>[0], "audit" | "session">,
    wanted: Wanted,
  ) => {
    const { chan, from, reason, rows, to } = wanted;
    request.audit({ after: { chan, span: spanOf(from, to), values: rows.length, reason } });
    const { number, values } = await corrections.enter(wanted, request.session?.who.name ?? "");
    return { number, values };
  };
  return {
    correctionEnter: (request) => {
      const { values, ...rest } = request.body;
      return enter(request, { ...rest, rows: values });
    },
    correctionUpload: async (request) => {
      const { file } = request;
      if (!file) throw new InvalidInputError([{ field: "newfile", message: texts.noFile }]);
      // The other fields are there once the file is read.
      const text = textOf(await buffer(file.stream));
      const fields = request.fields();
      request.audit({ after: fields });
      return await enter(request, await corrections.read(fields, text));
    },
    correctionList: async ({ query: { chan }, session }) => {
      const kept = keptTo(session);
      const isOwn = (name: string) => kept.channel(name) && (chan === undefined || name === chan);
      return { corrections: await corrections.list(isOwn) };
    },
    correctionUndo: async (request) => {
      const { by, chan, from, number, to, why } = await corrections.undo(request.body.number);
      request.audit({ before: { number, chan, span: spanOf(from, to), by, why }, after: { number, chan } });
      return { chan };
    },
  };
}

const spanOf = (from: number, to: number): string =>
  [from, to].map((time) => new Date(time).toISOString()).join(" – ");

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidInputError([{ field: "newfile", message: texts.noText }]);
  }
}

export function recordingHandlers(service: RecordingService, keep: KeepSetting): Handlers {
  return {
    recordingKeep: () => keep.look(),
    recordingKeepPreview: ({ query }) => keep.preview(query),
    recordingKeepSave: async (request) => {
      const { bytes, days, deletes } = request.body;
      request.audit({ before: { ...keep.keep }, after: { days, bytes, deletes } });
      return { applied: await keep.save({ days, bytes }, deletes) };
    },
    recordingAdded: async ({ session }) => ({ added: await service.look(keptTo(session)) }),
    recordingChange: async (request) => {
      const { chan, record } = request.body;
      request.audit({ before: { chan, record: !record }, after: { chan, record } });
      return { applied: await service.change(chan, record, request.session?.who.name ?? "") };
    },
  };
}
