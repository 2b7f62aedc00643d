/** One driver a matter, over one system. */
import type { NtpSettings, SshSettings } from "@hubwart/contract";
import { hostnameDriver } from "./hostname.ts";
import type { MatterDriver } from "./matter.ts";
import { type NetworkDriver, networkDriver } from "./network.ts";
import { ntpDriver } from "./ntp.ts";
import type { SystemPaths } from "./paths.ts";
import type { Run } from "./run-command.ts";
import { sshDriver } from "./ssh.ts";
import { Units } from "./units.ts";
import { zoneDriver } from "./zone.ts";

export interface Drivers {
  hostname: MatterDriver<string>;
  zone: MatterDriver<string>;
  ntp: MatterDriver<NtpSettings>;
  ssh: MatterDriver<SshSettings>;
  network: NetworkDriver;
}

export function systemDrivers(paths: SystemPaths, run: Run): Drivers {
  const system = { paths, run, units: new Units(run, paths.root) };
  return {
    hostname: hostnameDriver(system),
    zone: zoneDriver(system),
    ntp: ntpDriver(system),
    ssh: sshDriver(system),
    network: networkDriver(system),
  };
}
