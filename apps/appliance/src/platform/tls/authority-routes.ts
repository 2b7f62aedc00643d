/** `/resources/certs/…`: authorities that the device trusts besides the usual ones. */
import { InvalidInputError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { common } from "../../texts.ts";
import type { StoredAuthority, TrustedAuthorities } from "./authorities.ts";
import { readSmall } from "./certificate-file.ts";
import { described } from "./routes.ts";

export function authorityHandlers(authorities: TrustedAuthorities): Handlers {
  return {
    certFiles: async () => ({ files: authorities.list().map(told) }),
    certUpload: async (request) => {
      const { file } = request;
      if (!file) {
        throw new InvalidInputError([{ field: "newfile", message: common.noFile }]);
      }
      const added = told(await authorities.add(file.filename, await readSmall(file.stream)));
      request.audit({ after: { file: added.filename, fingerprint: added.fingerprint } });
      return {};
    },
    certDelete: async (request) => {
      const removed = told(await authorities.remove(request.query.file));
      request.audit({ before: { file: removed.filename, fingerprint: removed.fingerprint } });
      return {};
    },
  };
}

const told = ({ filename, ts, x509 }: StoredAuthority) => ({ filename, ts, ...described(x509) });
