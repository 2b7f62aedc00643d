/** Good copies of the settings' database: made regularly, offered once it was lost. */
import { NotFoundError } from "@hubwart/core";
import type { UnreadSetting } from "@hubwart/core/store";
import { RESTART_REASONS } from "@hubwart/ipc";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { settingName } from "../../platform/setting-names.ts";
import type { Finding } from "../../status.ts";
import { CopyKeeper } from "./keeper.ts";
import { texts } from "./texts.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, layout, scope, store } = app;
  const folder = layout.stateCopies;
  const keeper = new CopyKeeper({ store, folder, clock, scope, log: app.log.module("copies") });
  return {
    handlers: {
      copies: async () => ({
        loss: store.loss,
        copies: store.copies(folder),
        unread: store.settings.unread().map((one) => ({ ...one, label: settingName(one.name) })),
      }),
      copyTakeBack: async (request) => {
        const { name } = request.body;
        request.audit({ before: { loss: store.loss }, after: { name } });
        const settings = store.takeBack(folder, name, clock.now());
        app.launcher.restart("system", RESTART_REASONS.user);
        return { settings };
      },
      settingDiscard: async (request) => {
        const { name } = request.body;
        if (!store.settings.unread().some((one) => one.name === name))
          throw new NotFoundError(texts.noSetting);
        request.audit({ before: { name } });
        store.settings.discard(name, clock.now());
        return {};
      },
      copiesDismiss: async (request) => {
        request.audit({ before: { loss: store.loss } });
        store.acceptLoss(clock.now());
        return {};
      },
    },
    findings: () => [...keeper.findings(), ...unreadFindings(store.settings.unread())],
    // All areas have said which settings there are.
    ready: () => store.settings.look(),
  };
}

function unreadFindings(unread: readonly UnreadSetting[]): Finding[] {
  return unread.map(({ name, newer }) => {
    const why = newer ? texts.ofNewerVersion : texts.unreadable;
    return {
      code: `setting-unread-${name}`,
      level: 2,
      text: texts.kept(settingName(name), why),
      route: "/system/restart",
    };
  });
}
