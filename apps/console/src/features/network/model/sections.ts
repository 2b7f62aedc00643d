/** What each form of the page reads, refuses and saves. */
import { hostnameSettings, ntpSettings, type ZONES, zoneSettings } from "@hubwart/contract";
import { namedFields, type Words } from "../../../lib/conflict.ts";
import { schemaErrors } from "../../../lib/schema-form.ts";
import type { FieldErrors, Stored } from "../../../lib/use-edit.ts";
import { commonTexts, networkTexts as texts } from "../../../texts/index.ts";
import {
  type HostnameConfig,
  type NetworkConfig,
  type NtpConfig,
  type Restart,
  read,
  type SshConfig,
  save,
  type ZoneConfig,
} from "../api/settings.ts";
import { adapterLabel, type NetworkValues, networkErrors, networkValues, toWire } from "./adapters.ts";

export interface Section<D, V> {
  name: string;
  read: (signal: AbortSignal) => Promise<Stored<D>>;
  /** What is stored, in the shape of the form. */
  values: (data: D) => V;
  /** Empty if the appliance would accept the values. */
  errors: (values: V) => FieldErrors;
  save: (values: V, stored: V, ifMatch: string | undefined) => Promise<{ restart: Restart }>;
  words: Words<V>;
}

export interface HostnameValues {
  hostname: string;
}
export const hostnameSection: Section<HostnameConfig, HostnameValues> = {
  name: "hostname",
  read: read.hostname,
  values: ({ hostname }) => ({ hostname }),
  errors: (values) => schemaErrors(hostnameSettings, values),
  save: (values, _, ifMatch) => save.hostname(values, ifMatch),
  words: namedFields({ hostname: texts.hostname.label }),
};

export interface ZoneValues {
  zone: string;
}
export const zoneSection: Section<ZoneConfig, ZoneValues> = {
  name: "zone",
  read: read.zone,
  values: ({ zone }) => ({ zone }),
  errors: (values) => schemaErrors(zoneSettings, values),
  save: ({ zone }, _, ifMatch) => save.zone({ zone: zone as (typeof ZONES)[number] }, ifMatch),
  words: namedFields({ zone: texts.zone.label }),
};

export const networkSection: Section<NetworkConfig, NetworkValues> = {
  name: "interfaces",
  read: read.network,
  values: networkValues,
  errors: networkErrors,
  save: (values, stored, ifMatch) => save.network(toWire(values, stored), ifMatch),
  words: { label: adapterLabel },
};

export interface NtpValues {
  use: boolean;
  server: string;
  fallback: string;
}
export const ntpSection: Section<NtpConfig, NtpValues> = {
  name: "ntp",
  read: read.ntp,
  values: ({ use, server, fallback }) => ({ use, server, fallback }),
  errors: (values) => {
    if (!values.use) return {};
    const none = values.server.trim() === "" && values.fallback.trim() === "";
    return {
      ...(none ? { server: commonTexts.form.required } : {}),
      ...schemaErrors(ntpSettings, values),
    };
  },
  // Switched off, the servers cannot be seen; what was typed there before must not be refused.
  save: (values, stored, ifMatch) => save.ntp(values.use ? values : { ...stored, use: false }, ifMatch),
  words: namedFields({ use: texts.ntp.use, server: texts.ntp.server, fallback: texts.ntp.fallback }),
};

export interface SshValues {
  use: boolean;
  start: boolean;
}
export const sshSection: Section<SshConfig, SshValues> = {
  name: "ssh",
  read: read.ssh,
  values: ({ use, start }) => ({ use, start }),
  errors: () => ({}),
  save: (values, _, ifMatch) => save.ssh(values, ifMatch),
  words: namedFields({ use: texts.ssh.use, start: texts.ssh.start }),
};
