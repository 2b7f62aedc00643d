/** Recording beside the project: channels that people of this device want charts of. */
import { errorText, UnavailableError } from "@hubwart/core";
import { lakeSize, listDays } from "@hubwart/stores";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import type { Finding } from "../../status.ts";
import { AddedChannels } from "./added.ts";
import { Corrections } from "./corrections.ts";
import { KeepSetting } from "./keep.ts";
import { correctionHandlers, recordingHandlers } from "./routes.ts";
import { RecordingService } from "./service.ts";
import { texts } from "./texts.ts";

const DAMAGED: Finding = {
  code: "recording-damaged",
  level: 2,
  text: texts.lost,
  route: "/resources/stores",
};

const KEEP_DAMAGED: Finding = {
  code: "recording-keep-damaged",
  level: 2,
  text: texts.keepLost,
  route: "/resources/stores",
};

export async function compose(app: AppContext): Promise<Area> {
  const { clock, hub, layout } = app;
  const log = app.log.module("recording");
  const added = await AddedChannels.open({ file: layout.recording, clock, log });
  const changed = async (): Promise<boolean> => {
    try {
      await hub.request("recordingChanged", {});
      return true;
    } catch (error) {
      // It is kept, and the hub reads it when it starts.
      if (error instanceof UnavailableError) log.info(texts.hubAway);
      else log.error(errorText(error));
      return false;
    }
  };
  const compiledFile = () => app.use("project").compiledFile();
  const service = new RecordingService({ added, compiledFile, changed });
  const corrections = new Corrections({
    hub,
    typeOf: (chan) => service.typeOf(chan),
    zone: () => app.host.timeZone.active(),
  });
  const keep = await KeepSetting.open({
    file: layout.recordingKeep,
    fallback: app.config.history,
    days: () => listDays(layout.lake),
    room: async () => (await app.host.facts.disk()).free + (await lakeSize(layout.lake)),
    now: () => clock.now(),
    changed,
  });
  return {
    handlers: { ...recordingHandlers(service, keep), ...correctionHandlers(corrections) },
    findings: () => [...(added.damaged ? [DAMAGED] : []), ...(keep.damaged ? [KEEP_DAMAGED] : [])],
    offers: { recording: { keep: () => keep.keep } },
    backup: [{ name: "recording", label: texts.label, paths: [layout.recording, layout.recordingKeep] }],
  };
}
