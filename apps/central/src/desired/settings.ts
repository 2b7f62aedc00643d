/** Settings that the central can want of a site: how each is read there, and how it is made so. */
import { isDeepStrictEqual } from "node:util";
import { backupConfig, ntpConfig, tzConfig, updateState } from "@hubwart/contract";
import type { Desired, DesiredSettings } from "@hubwart/fleet";
import { type SiteCalls, SiteRefusal } from "../bus/site-calls.ts";
import { authorities, gone, people } from "./entrusted.ts";
import type { Setting } from "./setting.ts";

/** @param read as it is there; @param write as it is to be */
function setting<K extends Desired>(
  name: K,
  read: (site: SiteCalls) => Promise<unknown>,
  write: (site: SiteCalls, value: NonNullable<DesiredSettings[K]>) => Promise<void>,
): Setting {
  return {
    look: async (site, { [name]: value }) => ({
      differs: value !== undefined && !isDeepStrictEqual(await read(site), value),
      details: [],
      waiting: [],
    }),
    make: async (site, { [name]: value }) => {
      if (value !== undefined && value !== null) await write(site, value);
      return [];
    },
  };
}

export const SETTINGS: { [K in Desired]: Setting } = {
  channel: setting(
    "channel",
    async (site) => (await site.read("updateState", updateState)).channel,
    (site, channel) => done(site.order({ call: "changeChannel", query: { channel } })),
  ),
  zone: setting(
    "zone",
    async (site) => (await site.read("tzConfig", tzConfig)).zone,
    (site, zone) => done(site.order({ call: "tzConfigSave", body: { zone } })),
  ),
  time: setting(
    "time",
    async (site) => {
      const { fallback, server, use } = await site.read("ntpConfig", ntpConfig);
      // Without their use they count for nothing.
      return use ? { server, fallback } : { server: "", fallback: "" };
    },
    (site, time) => done(site.order({ call: "ntpConfigSave", body: { use: true, ...time } })),
  ),
  backup: setting(
    "backup",
    async (site) => {
      const { mday, mode, time, use, wday } = await site.read("backupConfig", backupConfig);
      return { use, mode, time, wday, mday };
    },
    async (site, wanted) => {
      const { backup, target } = await site.read("backupConfig", backupConfig);
      const { config, grafana, influxdb, mosquitto, recorded } = backup;
      const { has_pwd: _kept, ...ftp } = target.ftp;
      // Secrets that are left out stay.
      const parts = { config, grafana, mosquitto, recorded, influxdb: { use: influxdb.use } };
      await done(
        site.order({ call: "backupConfigSave", body: { ...wanted, backup: parts, target: { ftp } } }),
      );
    },
  ),
  authorities,
  people,
  gone,
};

/** @throws SiteRefusal with what the site said */
async function done(refused: Promise<string | undefined>): Promise<void> {
  const why = await refused;
  if (why !== undefined) throw new SiteRefusal(why);
}
