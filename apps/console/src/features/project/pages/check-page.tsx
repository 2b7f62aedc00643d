import { RunPage } from "../components/run-page.tsx";

/** Checks a project file; the project on the device stays as it is. */
export function CheckPage() {
  return <RunPage mode="check" />;
}
