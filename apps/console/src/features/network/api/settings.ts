/** The settings of the device; each is read and saved by calls of its own. */
import {
  type AnswerOf,
  type BodyInput,
  hostnameConfig,
  hostnameSave,
  networkConfig,
  networkConfigSave,
  ntpConfig,
  ntpConfigSave,
  sshConfig,
  sshConfigSave,
  tzConfig,
  tzConfigSave,
} from "@hubwart/contract";
import { callApi, callWithEtag } from "../../../api/client.ts";
import type { Stored } from "../../../lib/use-edit.ts";

export type HostnameConfig = AnswerOf<typeof hostnameConfig>;
export type ZoneConfig = AnswerOf<typeof tzConfig>;
export type NetworkConfig = AnswerOf<typeof networkConfig>;
export type NtpConfig = AnswerOf<typeof ntpConfig>;
export type SshConfig = AnswerOf<typeof sshConfig>;

export const read = {
  hostname: (signal: AbortSignal): Promise<Stored<HostnameConfig>> =>
    callWithEtag(hostnameConfig, { signal }),
  zone: (signal: AbortSignal): Promise<Stored<ZoneConfig>> => callWithEtag(tzConfig, { signal }),
  network: (signal: AbortSignal): Promise<Stored<NetworkConfig>> => callWithEtag(networkConfig, { signal }),
  ntp: (signal: AbortSignal): Promise<Stored<NtpConfig>> => callWithEtag(ntpConfig, { signal }),
  ssh: (signal: AbortSignal): Promise<Stored<SshConfig>> => callWithEtag(sshConfig, { signal }),
};

type IfMatch = string | undefined;
export const save = {
  hostname: (body: BodyInput<typeof hostnameSave>, ifMatch: IfMatch) =>
    callApi(hostnameSave, { body, ifMatch }),
  zone: (body: BodyInput<typeof tzConfigSave>, ifMatch: IfMatch) => callApi(tzConfigSave, { body, ifMatch }),
  network: (body: BodyInput<typeof networkConfigSave>, ifMatch: IfMatch) =>
    callApi(networkConfigSave, { body, ifMatch }),
  ntp: (body: BodyInput<typeof ntpConfigSave>, ifMatch: IfMatch) => callApi(ntpConfigSave, { body, ifMatch }),
  ssh: (body: BodyInput<typeof sshConfigSave>, ifMatch: IfMatch) => callApi(sshConfigSave, { body, ifMatch }),
};

/** What must be restarted for a save to take effect. */
export type Restart = AnswerOf<typeof hostnameSave>["restart"];
