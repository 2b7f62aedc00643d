import { writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import type { AppContext } from "../../../context.ts";
import { CostlyFileError, UnreadableFileError } from "../../../platform/cipher/cipher.ts";
import { type RestoreParts, restoreHandlers } from "./routes.ts";

const root = useFolder();

it("refuses a restore while a release is on trial, before anything of the backup is opened", async () => {
  const trial = { id: "update-1", kind: "update", replace: [], gateMs: 60_000, state: "trial", good: true };
  await writeFile(path.join(root(), "changeover.json"), JSON.stringify(trial));
  const app = { launcher: { present: true }, layout: { root: root() } } as unknown as AppContext;
  const opened = {
    find: () => {
      throw new Error("opened");
    },
  };
  const { restoreStart } = restoreHandlers(app, { opened } as unknown as RestoreParts);
  const request = { audit: () => undefined, body: { id: "x", parts: ["settings"] } };
  await expect(restoreStart?.(request as never)).rejects.toThrow("auf Probe");
});

describe("a backup that is not opened", () => {
  const costliest: (number | undefined)[] = [];
  function look(failure: Error, session: string | undefined): Promise<unknown> {
    const app = {
      cipher: {
        decrypt: (_file: string, _password: string, most?: number) => {
          costliest.push(most);
          return Promise.reject(failure);
        },
      },
      sessions: { guarded: (_what: string, _address: string, attempt: () => Promise<boolean>) => attempt() },
    } as unknown as AppContext;
    const opened = { find: () => ({ encrypted: true, file: "/gone" }) };
    const { restoreLook } = restoreHandlers(app, { opened } as unknown as RestoreParts);
    return Promise.resolve(restoreLook?.({ address: "::1", body: { id: "x", pwd: "p" }, session } as never));
  }

  it("says so where its encryption asks for more work than is taken on, and how it can be restored all the same", async () => {
    const first = look(new CostlyFileError(""), undefined);
    await expect(first).rejects.toThrow(
      /aufwendiger, als die Erstinstallation .* Richten Sie zuerst das Passwort ein/,
    );
    await expect(look(new CostlyFileError(""), "s")).rejects.toThrow(
      /aufwendiger, als dieses Gerät sie annimmt\.$/,
    );
  });

  it("costs a stranger, on a device without a password, less than an administrator", async () => {
    costliest.length = 0;
    for (const session of [undefined, "s"])
      await expect(look(new CostlyFileError(""), session)).rejects.toThrow("aufwendiger");
    expect(costliest).toEqual([16, undefined]);
  });

  it("is called none, or damaged, for every other reason", async () => {
    await expect(look(new UnreadableFileError("x"), undefined)).rejects.toThrow(
      "keine Sicherung, oder sie ist beschädigt",
    );
  });
});
