/** By part: which of its files, below its folder in the archive, are looked at to say what would change. */
export const TOLD_FILES: ReadonlyMap<string, RegExp> = new Map([
  ["settings", /^state\.db$/],
  ["project", /^projects\/(current\.json|versions\/[0-9]{1,12}\/compiled\.json)$/],
  ["pods", /^pods\/settings\.json$/],
  ["pod-secrets", /^pods\/(tokens\/[^/]+|handover\/[^/]+\/files\/[^/]+)$/],
  ["scripts", /^scripts\/(active\.json|uploaded\/[^/]+)$/],
  ["authorities", /^authorities\/[^/]+$/],
  ["certificates", /^tls\/((own|proxy)\/)?[^/]+$/],
  ["identity", /^device-key\.pem$/],
  ["constants", /^constants\/edited\.json$/],
  ["schedules", /^schedules\/(edited|sources\/sources)\.json$/],
  ["device", /^host-settings\.json$/],
]);
