/** What the launcher runs, in the order of starting. Stopping goes the other way round: the plant first. */
import type { Config } from "@hubwart/core";
import type { ChildName } from "@hubwart/ipc";

export interface ChildPlan {
  name: ChildName;
  /** Name of its built entry, in the folder of the release. */
  script: string;
  /** Belongs to the base, whichever release runs. */
  ofBase?: true;
  /** Flags of Node itself. */
  execArgv: string[];
  env: Record<string, string>;
}

/** What is free at the end of malloc's heap goes back to the system (mallopt(3)): V8 takes megabytes to read a program. */
const GIVES_BACK = { MALLOC_TRIM_THRESHOLD_: "131072" };

export function childPlans(config: Config): ChildPlan[] {
  const script = (name: string) => `${name}.mjs`;
  const vendorUrl = `http://127.0.0.1:${config.vendorPort}`;
  const services: Record<string, string> = config.embeddedVendor
    ? {
        HUBWART_LICENSE_URL: config.licenseUrl ?? vendorUrl,
        HUBWART_UPDATE_URL: config.updateUrl ?? vendorUrl,
      }
    : {};
  const plans: ChildPlan[] = [
    {
      name: "appliance",
      script: script("appliance"),
      execArgv: ["--max-semi-space-size=4"],
      env: { ...services, ...GIVES_BACK },
    },
    { name: "hub", script: script("hub"), execArgv: [], env: services },
  ];
  if (config.embeddedVendor) {
    plans.push({
      name: "vendor",
      script: script("vendor"),
      ofBase: true,
      execArgv: ["--max-semi-space-size=1"],
      env: {},
    });
  }
  return plans;
}

/** Our own settings, and what Node and the system's libraries go by. */
const PASSED_ON = /^(HUBWART_.*|NODE_.*|PATH|HOME|USER|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|SSL_CERT_(FILE|DIR))$/;

/** Of the launcher's environment what children need: whoever starts it may have keys of other things in it. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name)));
}
