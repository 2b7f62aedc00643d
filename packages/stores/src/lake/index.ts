export { Lake } from "./lake.ts";
