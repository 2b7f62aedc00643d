import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { dataLayout } from "@hubwart/core";
import { expect, it } from "vitest";
import { serviceProbe } from "./service-probe.ts";

it.each([
  [200, '{"ok":true}', 200],
  [401, '{"error":"unauthorized","message":"Keine gültige Lizenz."}', 401],
  [200, "<html>Bitte melden Sie sich am WLAN an.</html>", undefined],
  [200, "", undefined],
  [200, "{}", undefined],
  [200, '{"ok":"true"}', undefined],
  [401, "<html>401 Authorization Required</html>", undefined],
  [401, '{"ok":true}', undefined],
  [503, '{"ok":true}', undefined],
])("an answer %i %s counts as %s", async (status, body, found) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hubwart-probe-"));
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = serviceProbe(base, "licenses", dataLayout(folder));
  if (!ask) expect.fail("nothing to ask");
  expect(await ask().catch(() => undefined)).toBe(found);
  server.close();
  rmSync(folder, { recursive: true });
});
