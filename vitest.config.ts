import { defineConfig } from "vitest/config";
import { productVersion } from "./scripts/version.mjs";

const slow = ["**/*.integration.test.ts", "**/*.containers.test.ts"];
const never = ["**/node_modules/**", "**/dist/**", "e2e/**", "appliance-tests/**"];

/** One project a tier; the tier stands in the file's name. */
export default defineConfig({
  // As the build does it (scripts/bundle.mjs).
  define: { __HUBWART_VERSION__: JSON.stringify(productVersion(import.meta.dirname)) },
  test: {
    passWithNoTests: false,
    // Vitest leaves one core alone; on two that is half of the time.
    maxWorkers: "100%",
    // What differs is often behind the fortieth character.
    chaiConfig: { truncateThreshold: 400 },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/**/*.test.ts", "apps/*/src/**/*.test.ts"],
          exclude: [...never, ...slow, "apps/console/**"],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "console",
          include: ["apps/console/src/**/*.test.{ts,tsx}"],
          exclude: never,
          environment: "jsdom",
          setupFiles: ["apps/console/src/testing/setup.ts"],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["packages/**/*.integration.test.ts", "apps/**/*.integration.test.ts"],
          exclude: never,
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.spec.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
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
