import { defineConfig } from "vitest/config";
import { apart } from "./scripts/tests/apart.mjs";
import { productVersion } from "./scripts/version.mjs";

const slow = ["**/*.integration.test.ts", "**/*.containers.test.ts"];
const never = ["**/node_modules/**", "**/dist/**", "e2e/**", "appliance-tests/**"];

/** Half of the browser's tests by their time, with those of KNX, which others would find: they run behind the integration tests. */
const behind = [
  "knx screens pictures debugger pod-questions fleet fleet-wishes site-console central charts logging",
  "logging-load drafts drafts-lua drafts-rows energy forwarding alarms",
].flatMap((names) => names.split(" ").map((name) => `e2e/${name}.spec.ts`));

/** Programs whose integration tests mostly wait. */
const BESIDE = ["apps/central/**", "apps/cli/**", "apps/hostd/**", "apps/launcher/**"];

const unitsApart = apart(import.meta.dirname, ["packages", "apps"]);
const ofConsole = (file: string) => file.startsWith("apps/console/");
const unit = { extends: true, test: { testTimeout: 20_000 } } as const;
const page = {
  ...unit.test,
  environment: "jsdom",
  setupFiles: ["apps/console/src/testing/setup.ts"],
};

/** One project a tier, or two; the tier stands in the file's name. */
export default defineConfig({
  // As the build does it (scripts/bundle.mjs).
  define: { __HUBWART_VERSION__: JSON.stringify(productVersion(import.meta.dirname)) },
  test: {
    passWithNoTests: false,
    // Vitest leaves one core alone; on two that is half of the time.
    maxWorkers: "100%",
    // What one tier has transformed, the next one reads.
    experimental: { fsModuleCache: true },
    // What differs is often behind the fortieth character.
    chaiConfig: { truncateThreshold: 400 },
    projects: [
      {
        ...unit,
        test: {
          ...unit.test,
          name: "unit",
          include: ["packages/**/*.test.ts", "apps/*/src/**/*.test.ts"],
          exclude: [...never, ...slow, "apps/console/**", ...unitsApart],
          isolate: false,
        },
      },
      {
        ...unit,
        test: {
          ...page,
          name: "console",
          include: ["apps/console/{src,build}/**/*.test.{ts,tsx}"],
          exclude: [...never, ...unitsApart],
          isolate: false,
        },
      },
      {
        ...unit,
        test: {
          ...unit.test,
          name: "unit-apart",
          include: unitsApart.filter((file) => !ofConsole(file)),
          exclude: [...never, ...slow],
        },
      },
      { ...unit, test: { ...page, name: "console-apart", include: unitsApart.filter(ofConsole) } },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["packages/**/*.integration.test.ts", "apps/**/*.integration.test.ts"],
          exclude: [...never, ...BESIDE],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          isolate: false,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          // What mostly waits, for the tier beside the browser's; KNX looks for interfaces by multicast, and would find those of the
          // browser's tests.
          name: "peers",
          include: ["packages/**", ...BESIDE].map((folder) => `${folder}/*.integration.test.ts`),
          exclude: [...never, "packages/knx/**", "packages/pods/src/knx/**"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          isolate: false,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: "containers",
          include: [
            "packages/**/*.containers.test.ts",
            "apps/**/*.containers.test.ts",
            "e2e/**/*.containers.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/dist/**"],
          testTimeout: 60_000,
          // Images are built and pushed first; on a busy machine that takes minutes.
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      ...["e2e", "e2e-beside"].map((name) => ({
        extends: true as const,
        test: {
          name,
          include: name === "e2e" ? behind : ["e2e/**/*.spec.ts"],
          exclude: name === "e2e" ? ["**/node_modules/**"] : ["**/node_modules/**", ...behind],
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      })),
      {
        extends: true,
        test: {
          name: "appliance",
          include: ["appliance-tests/**/*.appliance.test.ts"],
          exclude: ["**/node_modules/**"],
          globalSetup: ["appliance-tests/support/prepare.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      ...["image", "power", "firmware"].map((name) => ({
        extends: true as const,
        test: {
          name,
          include: [`appliance-tests/**/*.${name}.test.ts`],
          exclude: ["**/node_modules/**"],
          // Without /dev/kvm every instruction of the machine of "firmware" is translated.
          testTimeout: 3_600_000,
          hookTimeout: 1_800_000,
          fileParallelism: false,
        },
      })),
    ],
  },
});
