import { expect, it } from "vitest";
import { ContainerService, type ServiceParts } from "./service.ts";

it("says what it took for the name of a container", () => {
  const service = new ContainerService({} as ServiceParts);
  expect(service.find("grafana")).toBe("grafana");
  expect(() => service.find("network")).toThrow("„network“");
});
