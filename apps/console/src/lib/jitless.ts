/**
 * Forbids zod to compile checks with `new Function`, which the content security policy refuses. Must be the first
 * import of an entry: the choice is made when a schema is created.
 */
import * as z from "zod/mini";

z.config({ jitless: true });
