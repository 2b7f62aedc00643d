import { parseConfig } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { childEnvironment, childPlans } from "./children.ts";

describe("the environment of children", () => {
  it("has our own settings and the system's, and no keys of other things", () => {
    const env = { HUBWART_BIND: "::1", PATH: "/bin", LC_ALL: "C", NODE_EXTRA_CA_CERTS: "/ca.pem", TZ: "UTC" };
    expect(
      childEnvironment({ ...env, AWS_SECRET_ACCESS_KEY: "x", MY_HUBWART_KEY: "y", npm_token: "z" }),
    ).toEqual(env);
  });

  it("has the appliance give back what malloc has free", () => {
    const [appliance, hub] = childPlans(parseConfig({}));
    expect(appliance?.env).toHaveProperty("MALLOC_TRIM_THRESHOLD_");
    expect(hub?.env).not.toHaveProperty("MALLOC_TRIM_THRESHOLD_");
  });
});
