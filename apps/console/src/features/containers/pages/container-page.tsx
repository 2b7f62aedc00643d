import { ComingPage } from "../../../components/coming-page.tsx";

export function ContainerPage() {
  return <ComingPage />;
}
