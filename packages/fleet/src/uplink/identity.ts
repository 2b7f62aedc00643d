/** What a hub is to its central, from the moment it joined. */
import * as z from "zod/mini";
import { joinAnswer } from "../messages.ts";

export const identity = z.object({
  ...joinAnswer.def.shape,
  /** As the administrator typed it. */
  address: z.string().check(z.maxLength(300)),
  /** PEM (PKCS #8). Never leaves the hub. */
  key: z.string().check(z.maxLength(1_000)),
});
export type Identity = z.output<typeof identity>;
