/** People and devices of the web server: users of field devices and of the live channel API. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { userHandlers } from "./routes.ts";
import { Users } from "./users.ts";

/** Stored in the database, so in every backup; hashes of passwords and tokens in encrypted ones only. */
export async function compose({ store, clock, hasher }: AppContext): Promise<Area> {
  return { handlers: userHandlers(new Users({ store, clock, hasher })) };
}
