/** Sites that stand in the register as if they had joined, of which nobody has a key: many of them in seconds. */
import path from "node:path";
import { Client } from "pg";
import type { TestCentral } from "./central.ts";

export interface ManySite {
  hub: string;
  name: string;
  tags: readonly string[];
}

/** The central is started anew, and knows them then. */
export async function addSites(central: TestCentral, sites: readonly ManySite[]): Promise<void> {
  const register = new Client({
    host: path.join(central.folder, "central/postgres-run"),
    user: "hubwart",
    database: "postgres",
  });
  // The connection ends with the server.
  register.on("error", () => undefined);
  await register.connect();
  for (const { hub, name, tags } of sites)
    await register.query(
      "INSERT INTO sites (hub, customer, name, tags, key, joined) VALUES ($1, 'main', $2, $3, $1, $4)",
      [hub, name, JSON.stringify(tags), Date.now()],
    );
  await register.end();
  await central.stop();
  await central.start();
}
