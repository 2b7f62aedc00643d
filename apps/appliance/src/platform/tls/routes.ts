/** The certificates the device serves with: its own, new ones on request, and one that people upload in their place. */
import type { X509Certificate } from "node:crypto";
import { Readable } from "node:stream";
import { InvalidInputError, NotFoundError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { common } from "../../texts.ts";
import type { DeviceCertificate } from "./certificate.ts";
import { nameOf, readSmall } from "./certificate-file.ts";
import type { OwnServer } from "./own-server.ts";
import type { StoredServer } from "./server-file.ts";
import { texts } from "./texts.ts";

export function tlsHandlers(certificate: DeviceCertificate, own: OwnServer): Handlers {
  return {
    tlsMeta: async () => {
      const { authority, server } = await certificate.current();
      return {
        root: authority ? described(authority.x509) : null,
        server: server ? described(server.x509) : null,
        own: own.stored ? told(own.stored) : null,
      };
    },
    tlsGenerate: async (request) => {
      const before = await certificate.current();
      await certificate.generate();
      const after = await certificate.current();
      request.audit({
        before: { root: before.authority?.x509.fingerprint256 },
        after: { root: after.authority?.x509.fingerprint256 },
      });
      return {};
    },
    tlsRoot: async () => {
      const { authority } = await certificate.current();
      if (!authority) throw new NotFoundError(texts.rootInWork);
      const bytes = Buffer.from(authority.certificate);
      return { file: Readable.from([bytes]), filename: "root.crt", size: bytes.length };
    },
    tlsOwnUpload: async (request) => {
      const { file } = request;
      if (!file) {
        throw new InvalidInputError([{ field: "newfile", message: common.noFile }]);
      }
      const before = own.stored;
      const bytes = await readSmall(file.stream);
      const { key = "", pwd = "" } = request.fields();
      const stored = await own.put({ bytes, key, password: pwd });
      request.audit({ before: noted(before), after: noted(stored) });
      return {};
    },
    tlsOwnRemove: async (request) => {
      request.audit({ before: noted(await own.remove()), after: {} });
      return {};
    },
  };
}

const told = ({ chain, kind, names, ts, x509 }: StoredServer) => ({
  ...described(x509),
  names: [...names],
  kind,
  chain: chain.map(nameOf),
  ts,
});

const noted = (stored: StoredServer | undefined) =>
  stored ? { names: stored.names.join(", "), fingerprint: stored.x509.fingerprint256 } : {};

export function described(certificate: X509Certificate) {
  return {
    issuer: oneLine(certificate.issuer),
    subject: oneLine(certificate.subject),
    valid_start: new Date(certificate.validFrom).toISOString(),
    valid_end: new Date(certificate.validTo).toISOString(),
    fingerprint: certificate.fingerprint256,
  };
}

/** Node gives one attribute a line. */
function oneLine(name: string): string {
  return name.split("\n").join(", ");
}
