/** `/resources/lua/…`. */
import type { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { InvalidInputError, ResultError } from "@hubwart/core";
import { problemText, SCRIPT_LIMITS, type ScriptProblem, type ScriptStore } from "@hubwart/lua";
import type { AppContext } from "../../context.ts";
import type { Handlers } from "../../http/handlers.ts";
import { common } from "../../texts.ts";
import type { ScriptsWatch } from "./findings.ts";
import type { defineActivate } from "./jobs.ts";
import type { ScriptsService } from "./service.ts";
import { texts } from "./texts.ts";

/** A script that is being started with its process. */
const NOT_YET = {
  state: "starting" as const,
  starts: 0,
  failures: 0,
  events: 0,
  coalesced: 0,
  writes: 0,
  refused: 0,
  calls: 0,
  busy: 0,
  memory: 0,
  throttled: false,
};

export function scriptsHandlers(
  app: Pick<AppContext, "hub">,
  service: ScriptsService,
  store: ScriptStore,
  activate: ReturnType<typeof defineActivate>,
  watch: Pick<ScriptsWatch, "activated" | "starts">,
): Handlers {
  return {
    luaFiles: () => service.files(),
    luaFile: ({ query }) => service.file(query.file),
    luaUpload: async (request) => {
      const { file } = request;
      if (!file) throw new InvalidInputError([{ field: "newfile", message: common.noFile }]);
      const name = file.filename.split(/[\\/]/).at(-1) ?? "";
      request.audit({ after: { file: name } });
      await service.save(name, await textOf(file.stream));
      return {};
    },
    luaSave: async (request) => {
      const { file, source } = request.body;
      // The source itself would fill the change log; its size says enough.
      request.audit({ after: { file, size: Buffer.byteLength(source) } });
      await service.save(file, source);
      return {};
    },
    luaDelete: async ({ query }) => {
      await service.remove(query.file);
      return {};
    },
    luaCheck: ({ body }) => service.check(body.file, body.source, body.alone),
    luaCompile: async ({ origin }) => {
      const live = { restart: false, problems: {} as Record<string, ScriptProblem> };
      await activate.run({}, { live, origin });
      if (live.restart) watch.activated();
      const errors = Object.entries(live.problems).map(([name, problem]) => projectErrorOf(name, problem));
      const [first] = Object.entries(live.problems);
      if (!first) return { restart: live.restart, errors };
      const message = texts.refused(first[0], problemText(first[1]));
      return { code: CODES.projectInvalid, restart: false, errors, message };
    },
    luaState: async () => {
      // A hub that goes away under the question is one that is being started.
      const known = app.hub.connected
        ? await app.hub.request("scripts", {}).catch(() => undefined)
        : undefined;
      const scripts = known?.scripts ?? [];
      const heard = new Set(scripts.map(({ name }) => name));
      const unheard = watch.starts ? (await service.running()).filter((name) => !heard.has(name)) : [];
      return {
        available: known !== undefined,
        memory: known?.pod?.memory ?? 0,
        scripts: [
          ...scripts.map(({ error, errorAt, figures, loop, ...rest }) => ({
            ...rest,
            ...figures,
            ...(error === undefined ? {} : { error }),
            ...(errorAt === undefined ? {} : { error_at: errorAt }),
            ...(loop === undefined ? {} : { loop }),
          })),
          ...unheard.map((name) => ({ ...NOT_YET, name })),
        ],
      };
    },
    luaSettings: () => store.settings(),
    luaSettingsSave: async (request) => {
      request.audit({ before: await store.settings(), after: request.body });
      await store.saveSettings(request.body);
      return {};
    },
    luaTrial: async (request) => {
      const { file, seconds, source } = request.body;
      request.audit({ after: { file, seconds } });
      await app.hub.request("scriptTrial", { name: file, source, seconds });
      return {};
    },
    luaTrialLook: async ({ query }) => {
      const { events, over } = await app.hub.request("scriptTrialLook", { after: query.after ?? 0 });
      return { events, over };
    },
    luaTrialStop: async () => {
      await app.hub.request("scriptTrialStop", {});
      return {};
    },
  };
}

/** As the compiler of projects lists its errors. */
function projectErrorOf(name: string, { line, text }: ScriptProblem) {
  return {
    Ref: `${name}||${line > 0 ? line : ""}`,
    Channel: "",
    ErrCode: 1651,
    Attribute: "",
    ErrText: text,
    Hint: texts.hint,
    Level: "error" as const,
  };
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    // The rest is read and dropped, so that the caller gets its answer.
    if (size <= SCRIPT_LIMITS.sourceBytes) chunks.push(chunk as Buffer);
  }
  const bytes = Buffer.concat(chunks);
  if (size > SCRIPT_LIMITS.sourceBytes)
    throw new InvalidInputError([
      { field: "newfile", message: texts.tooLarge(SCRIPT_LIMITS.sourceBytes / 1024) },
    ]);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ResultError(CODES.projectInvalid, texts.noText);
  }
}
