/** Good copies of the settings' database: made regularly, offered once it was lost. */
import { RESTART_REASONS } from "@hubwart/ipc";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { CopyKeeper } from "./keeper.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, layout, scope, store } = app;
  const folder = layout.stateCopies;
  const keeper = new CopyKeeper({ store, folder, clock, scope, log: app.log.module("copies") });
  return {
    handlers: {
      copies: async () => ({ loss: store.loss, copies: store.copies(folder) }),
      copyTakeBack: async (request) => {
        const { name } = request.body;
        request.audit({ before: { loss: store.loss }, after: { name } });
        const settings = store.takeBack(folder, name, clock.now());
        app.launcher.restart("system", RESTART_REASONS.user);
        return { settings };
      },
      copiesDismiss: async (request) => {
        request.audit({ before: { loss: store.loss } });
        store.acceptLoss(clock.now());
        return {};
      },
    },
    findings: () => keeper.findings(),
  };
}
