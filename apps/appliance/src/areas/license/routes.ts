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
      request.audit({ after: {} });
      const { changed, before, after } = await service.upload(request.body.key);
      request.audit({ before: { key: before }, after: { key: after } });
      return { changed };
    },
    licenseRenew: async () => {
      await service.renew();
      return {};
    },
  };
}
