import { LoadingState } from "../../components/loading-state.tsx";

/** While the code of a page is on its way. */
export function PagePending() {
  return (
    <div style={{ padding: "1.75rem 2rem", maxWidth: "52rem" }}>
      <LoadingState lines={4} height={28} />
    </div>
  );
}
