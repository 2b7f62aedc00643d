/** `/pages/…`. */
import { InvalidInputError, NotFoundError } from "@hubwart/core";
import { keptTo } from "../../http/bounds.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { Session } from "../../http/ports.ts";
import { common } from "../../texts.ts";
import type { PlanStore } from "./plans.ts";
import type { PageService } from "./service.ts";
import { texts } from "./texts.ts";

export function pageHandlers(service: PageService, plans: PlanStore, zone: () => Promise<string>): Handlers {
  return {
    panelLook: async ({ session }) => {
      const { blocks, id } = await service.look(pageOf(session), keptTo(undefined));
      return { id, blocks, may_set: session?.level === "operate", zone: await zone() };
    },
    panelPlan: async ({ query: { file }, session }) => {
      if (!service.reach(pageOf(session))?.plans.includes(file)) throw new NotFoundError(texts.noPlan(file));
      return await picture(plans, file);
    },
    pageList: ({ session }) => service.list(keptTo(session)),
    pageLook: ({ query, session }) => service.look(query.page, keptTo(session)),
    planFiles: async ({ session }) => {
      const isOwn = await service.planFilter(keptTo(session));
      return { files: (await plans.list()).filter(({ file }) => isOwn(file)) };
    },
    planFile: async ({ query: { file }, session }) => {
      const isOwn = await service.planFilter(keptTo(session));
      if (!isOwn(file)) throw new NotFoundError(texts.noPlan(file));
      return await picture(plans, file);
    },
    planUpload: async (request) => {
      const { file } = request;
      if (!file) throw new InvalidInputError([{ field: "newfile", message: common.noFile }]);
      const name = file.filename.split(/[\\/]/).at(-1) ?? "";
      request.audit({ after: { file: name } });
      return { file: name, ...(await plans.save(name, file.stream)) };
    },
    planDelete: async ({ body }) => {
      await plans.remove(body.file);
      return {};
    },
  };
}

async function picture(plans: PlanStore, file: string) {
  const { bytes, type } = await plans.read(file);
  return { type, data: bytes.toString("base64") };
}

/** The page that a wall panel's link shows. @throws NotFoundError for anybody else */
function pageOf(session: Session | undefined): string {
  if (session?.who.kind !== "panel") throw new NotFoundError(texts.panelOnly);
  return session.who.page;
}
