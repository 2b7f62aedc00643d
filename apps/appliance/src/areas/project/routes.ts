import { Readable } from "node:stream";
import { type calls, LIMITS, projectDownload, type QueryOf, storeChoice } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import { podSchemas } from "@hubwart/pods/schemas";
import * as z from "zod/mini";
import { contradicts } from "../../http/contradiction.ts";
import type { HandlerRequest, Handlers } from "../../http/handlers.ts";
import { parse } from "../../http/parse.ts";
import { ForbiddenError } from "../../http/rights.ts";
import type { DownloadCheck } from "../../platform/ticket/office.ts";
import type { StoreChoice, Upload } from "../../project-upload.ts";
import { common } from "../../texts.ts";
import type { Compare } from "./compare.ts";
import type { EtsImports } from "./ets.ts";
import { diffAnswer } from "./prepare.ts";
import type { ProjectFileAnswer, ProjectReading } from "./reading.ts";
import type { ProjectService } from "./service.ts";
import { displayName } from "./staging.ts";
import { texts } from "./texts.ts";

type RunRequest = HandlerRequest<(typeof calls)["projectRun"]>;

export interface ProjectParts {
  service: ProjectService;
  reading: ProjectReading;
  imports: EtsImports;
  compare: Compare;
}

export function projectHandlers({ service, reading, imports, compare }: ProjectParts): Handlers {
  return {
    projectRun: async (request) => {
      const { file, params, query, signal } = request;
      if (!file) throw new InvalidInputError([{ field: "myfile", message: common.noFile }]);
      const { filename } = file;
      const shown = displayName(filename);
      request.audit({
        before: { version: service.versions.state.version },
        after: { ...params, filename: shown },
      });
      const upload: Upload = {
        stream: file.stream,
        filename,
        store: () => storeFrom(request),
        wait: query.wait ?? LIMITS.uploadWaitSeconds,
        signal,
        address: request.address,
        note: () => request.fields().note?.trim() ?? "",
        noted: (fact) => request.audit({ after: { ...params, filename: shown, ...fact } }),
      };
      return await service[params.action](upload, request.origin);
    },
    projectDownload: ({ query, session, ticketPassword }) =>
      session?.who.kind === "central"
        ? openSealed(reading, query)
        : openFile(reading, query, ticketPassword ?? passwordFrom(query.data)),
    projectVersions: () => Promise.resolve({ versions: reading.versions() }),
    projectChanges: async ({ query }) => {
      return diffAnswer(await reading.changes(query.version));
    },
    projectCompare: async ({ query, signal }) => diffAnswer(await compare(query.from, query.to, signal)),
    projectVersionSave: async (request) => {
      const { version, note, keep } = request.body;
      const before = service.versions.find(version)?.marks;
      request.audit({ before: before && { version, ...before }, after: request.body });
      await service.mark(version, {
        ...(note === undefined ? {} : { note: note.trim() }),
        ...(keep === undefined ? {} : { keep }),
      });
      return {};
    },
    projectRestore: async (request) => {
      request.audit({ before: { version: service.versions.state.version }, after: request.body });
      return await service.restore(request.body.version, request.origin);
    },
    projectTemplate: async () => {
      // The writer of workbooks is needed here only, and rarely.
      const { writeTemplate } = await import("@hubwart/project");
      const workbook = await writeTemplate(podSchemas);
      return { file: Readable.from([workbook]), filename: "projekt-vorlage.xlsx", size: workbook.length };
    },
    projectImportEts: async ({ file, fields, signal }) => {
      if (!file) throw new InvalidInputError([{ field: "myfile", message: common.noFile }]);
      return await imports.run({ stream: file.stream, password: () => fields().pwd ?? "", signal });
    },
  };
}

/** Opens what a ticket is asked for and closes it again. */
export function projectDownloadCheck(reading: ProjectReading): DownloadCheck {
  return async (parameters, password) => {
    const query = parse(projectDownload.query, parameters, "parameters");
    const { file } = await openFile(reading, query, password ?? passwordFrom(query.data));
    file.destroy();
  };
}

/** Passwords of pods stand in a project: to a central it goes encrypted alone. */
async function openSealed(
  reading: ProjectReading,
  { src, version }: QueryOf<typeof projectDownload>,
): Promise<ProjectFileAnswer> {
  if (src !== "backup") throw new ForbiddenError(texts.holdsPasswords);
  return await reading.sealed(version);
}

async function openFile(
  reading: ProjectReading,
  { src, version }: QueryOf<typeof projectDownload>,
  password: string,
): Promise<ProjectFileAnswer> {
  switch (src) {
    case "backup":
      return await reading.backup(version);
    case "project":
      return await reading.original(version, password);
    case "compiled":
      return await reading.compiled(version);
  }
}

/** The object beside the file, or the two fields of the query. */
function storeFrom(request: RunRequest): StoreChoice {
  const { backup, backup_pwd: queryPassword } = request.query;
  const text = request.fields().pwd;
  if (text === undefined || text === "") return { keep: backup ?? false, password: queryPassword ?? "" };
  const choice = parse(storeChoice, json(text, "pwd"), "pwd");
  const password = choice.pwd ?? "";
  if (backup !== undefined && backup !== choice.use) throw contradicts("backup");
  if (queryPassword !== undefined && queryPassword !== password) throw contradicts("backup_pwd");
  if (choice.use && choice.pwd2 !== undefined && choice.pwd2 !== password) {
    throw new InvalidInputError([{ field: "pwd2", message: texts.passwordsDiffer }]);
  }
  return { keep: choice.use, password };
}

const downloadData = z.object({ pwd: z.optional(z.string().check(z.maxLength(LIMITS.passwordMax))) });

function passwordFrom(data: string | undefined): string {
  return data === undefined || data === "" ? "" : (parse(downloadData, json(data, "data"), "data").pwd ?? "");
}

function json(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInputError([{ field, message: texts.jsonExpected }]);
  }
}
