/** `/project/drafts…` */
import { InvalidInputError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { common } from "../../texts.ts";
import { keptFrom } from "./kept-secrets.ts";
import type { DraftMerging } from "./merging.ts";
import type { DraftService } from "./service.ts";

export function draftHandlers(service: DraftService, merging: DraftMerging, changed: () => void): Handlers {
  return {
    draftList: () => Promise.resolve({ drafts: service.list() }),
    draftCreate: async (request) => {
      const { from, name, version } = request.body;
      return await service.create(name, from, version, request.address);
    },
    draftImport: async ({ address, fields, file, session, signal }) => {
      if (!file) throw new InvalidInputError([{ field: "myfile", message: common.noFile }]);
      const { filename, stream } = file;
      return await service.import({
        stream,
        filename,
        signal,
        name: () => fields().name,
        password: () => fields().pwd ?? "",
        by: address,
        typist: keptFrom(session),
      });
    },
    draftRead: ({ params, query }) => service.read(params.id, query.since),
    draftSteps: async ({ address, body, params, session }) => {
      const answer = await service.steps(params.id, body.after, body.steps, address, keptFrom(session));
      if (answer.done.length > 0) changed();
      return answer;
    },
    draftSave: async ({ body, params }) => {
      await service.rename(params.id, body.name);
      return {};
    },
    draftDelete: async ({ params }) => {
      await service.remove(params.id);
      return {};
    },
    draftPublish: async (request) => {
      const { address, body, params, session, signal } = request;
      const { note = "", replace = false, seq } = body;
      const noted = (fact: object) => request.audit({ after: { ...params, seq, ...fact } });
      return await service.run(
        params.id,
        params.action,
        { seq, note: note.trim(), replace, by: address, typist: keptFrom(session), signal },
        { noted },
        request.origin,
      );
    },
    draftConnection: ({ body, params, session, signal }) =>
      service.connection(params.id, body.row, signal, keptFrom(session)),
    draftMergeRead: ({ params }) => merging.look(params.id),
    draftMerge: async (request) => {
      const { address, body, params } = request;
      const { decisions, rest, running, seq } = body;
      const entries = await merging.merge(params.id, { seq, running, decisions, rest, by: address });
      request.audit({ after: { ...params, seq, running, decided: Object.keys(decisions).length, rest } });
      if (entries.length > 0) changed();
      return { entries };
    },
    // Passwords of pods stay at the site.
    draftExport: ({ params, session, signal }) =>
      service.export(params.id, signal, { bare: keptFrom(session) !== undefined }),
  };
}
