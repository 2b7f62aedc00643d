import { RunPage } from "../components/run-page.tsx";

/** Checks a project file and, if it is valid, takes it over. */
export function UploadPage() {
  return <RunPage mode="upload" />;
}
