/** What the calls about backups of sites do. */
import type { CentralHandlers } from "../http/edge.ts";
import type { Sites } from "../register/sites.ts";
import type { Backups } from "./backups.ts";

interface Parts {
  backups: Backups;
  sites: Pick<Sites, "get">;
}

type Names =
  | "centralBackupFetch"
  | "centralBackupFile"
  | "centralBackupPassword"
  | "centralBackupRemove"
  | "centralBackups";

export function backupHandlers({ backups, sites }: Parts): Pick<CentralHandlers, Names> {
  const noted = (of: { hub: string; name: string }) => ({
    hub: of.hub,
    name: sites.get(of.hub)?.name ?? "",
    backup: of.name,
  });
  return {
    centralBackups: async ({ query: { hub } }) => {
      const refused = backups.receiver.refusal(hub);
      return { backups: backups.list(hub), ...(refused && { refused }) };
    },
    centralBackupFetch: async ({ body, note }) => {
      note(noted(body));
      return { ticket: backups.ticket(body) };
    },
    centralBackupFile: ({ query: { ticket } }) => backups.download(ticket),
    centralBackupPassword: async ({ body, note }) => {
      note(noted(body));
      return { password: backups.password(body) };
    },
    centralBackupRemove: async ({ body, note }) => {
      note(noted(body));
      await backups.remove(body);
      return {};
    },
  };
}
