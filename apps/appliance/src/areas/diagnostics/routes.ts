/**
 * The diagnostics file: a compressed archive, made while it is sent. With a password, handed over with the ticket, it
 * is an `age` file that the standard tool opens.
 */
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { LIMITS } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import type { AppContext } from "../../context.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { DownloadCheck } from "../../platform/ticket/office.ts";
import { contents } from "./contents.ts";
import { tar } from "./tar.ts";
import { texts } from "./texts.ts";

export function diagnosticsHandlers(app: AppContext): Handlers {
  return {
    systemInfo: async ({ ticketPassword: password }) => {
      const now = new Date(app.clock.now());
      const stamp = now.toISOString().slice(0, 19).replace(/[T:]/g, "-");
      const filename = `${app.config.productSlug}-diagnose-${stamp}.tar.gz`;
      const plain = Readable.from(tar(contents(app), now.getTime() / 1000), { objectMode: false });
      const packed = createGzip();
      plain.on("error", (error) => packed.destroy(error));
      packed.on("close", () => plain.destroy());
      plain.pipe(packed);
      if (password === undefined || password === "") return { file: packed, filename };
      return {
        file: await app.cipher.encryptStream(packed, password),
        filename: `${filename}.enc`,
        contentType: "application/octet-stream",
      };
    },
  };
}

/** A password that protects nothing is refused before a download starts. */
export const diagnosticsCheck: DownloadCheck = async (_parameters, password) => {
  if (password === undefined || password === "" || password.length >= LIMITS.passwordMin) return;
  const message = texts.passwordTooShort(LIMITS.passwordMin);
  throw new InvalidInputError([{ field: "password", message }]);
};
