/**
 * The SSH service, and the socket that would start it on demand.
 * Not used: stopped and masked. Used: unmasked. Used and started: begins with the device.
 */
import type { SshSettings } from "@hubwart/contract";
import { texts } from "../texts.ts";
import { type MatterDriver, no, type System, YES } from "./matter.ts";

const SERVICE = "ssh.service";
const SOCKET = "ssh.socket";

export function sshDriver({ units }: System): MatterDriver<SshSettings> {
  return {
    support: async () => ((await units.installed(SERVICE)) ? YES : no(texts.noSsh)),
    async active() {
      const service = await units.state(SERVICE);
      const socket = (await units.installed(SOCKET)) ? await units.state(SOCKET) : undefined;
      const use = (await units.installed(SERVICE)) && !service.masked;
      return { use, start: use && (service.enabled || socket?.enabled === true) };
    },
    async apply({ use, start }) {
      // The socket never stays enabled beside the service: it would hold the service's port.
      if (await units.installed(SOCKET)) await units.set(SOCKET, { enabled: false, masked: !use });
      await units.set(SERVICE, { enabled: use && start, masked: !use });
    },
  };
}
