/** The device's own certificates: what they are, the root to take along, new ones on request. */
import type { X509Certificate } from "node:crypto";
import { Readable } from "node:stream";
import { NotFoundError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { DeviceCertificate } from "./certificate.ts";

export function tlsHandlers(certificate: DeviceCertificate): Handlers {
  return {
    tlsMeta: async () => {
      const { authority, server } = await certificate.current();
      return {
        root: authority ? described(authority.x509) : null,
        server: server ? described(server.x509) : null,
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
      if (!authority) throw new NotFoundError("Das Stammzertifikat wird gerade erzeugt.");
      const bytes = Buffer.from(authority.certificate);
      return { file: Readable.from([bytes]), filename: "root.crt", size: bytes.length };
    },
  };
}

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
