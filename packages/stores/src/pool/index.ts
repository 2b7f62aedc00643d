export { Pool } from "./pool.ts";
