import { maskKey } from "@hubwart/license";
import type { Handlers } from "../../http/handlers.ts";
import type { LicenseService } from "./service.ts";

export function licenseHandlers(service: LicenseService): Handlers {
  return {
    licenseInfo: () => {
      const { valid, name, key, expiry, meta, fingerprint, reason } = service.verdict();
      return Promise.resolve({
        valid,
        name,
        key: maskKey(key),
        expiry,
        meta,
        fingerprint,
        ...(reason === undefined ? {} : { reason }),
      });
    },
    licenseUpload: async (request) => {
      // Whatever happens, the key itself stays out of the change log.
      const key = maskKey(request.body.key.trim());
      request.audit({ before: { key: maskKey(service.verdict().key) }, after: { key } });
      const { changed } = await service.upload(request.body.key, request.origin);
      return { changed };
    },
    licenseCompare: ({ body }) => Promise.resolve({ same: service.inUse(body.key) }),
    licenseRenew: async ({ origin }) => {
      await service.renew(origin);
      return {};
    },
  };
}
