/** `/resources/certs/…`: authorities that the device trusts besides the usual ones. */
import type { Readable } from "node:stream";
import { InvalidInputError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { StoredAuthority, TrustedAuthorities } from "./authorities.ts";
import { CertificateRefusal, LARGEST_CERTIFICATE_FILE } from "./read-authority.ts";
import { described } from "./routes.ts";

export function authorityHandlers(authorities: TrustedAuthorities): Handlers {
  return {
    certFiles: async () => ({ files: authorities.list().map(told) }),
    certUpload: async (request) => {
      const { file } = request;
      if (!file) {
        throw new InvalidInputError([{ field: "newfile", message: "Es wurde keine Datei gesendet." }]);
      }
      const added = told(await authorities.add(file.filename, await whole(file.stream)));
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

async function whole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_CERTIFICATE_FILE) throw new CertificateRefusal("Die Datei ist größer als 256 kB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
