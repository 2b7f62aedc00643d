/** All of the table `pages`, loaded for projects that have one. */
export { PAGE_TABLES as tables } from "../page-tables.ts";
export { checkPages as check } from "./pages.ts";
