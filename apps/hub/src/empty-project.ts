import type { CompiledProject } from "@hubwart/project";

/** What runs where no project does. */
export const EMPTY_PROJECT: CompiledProject = {
  format: 1,
  id: "",
  name: "",
  pods: [],
  links: [],
  constants: [],
  scripts: {},
};
