/** What lies below a cover. Mantine puts dialogs in here, so that they become inert with the page they belong to. */
import type { ReactNode } from "react";

export function PageGround({ children, covered }: { children: ReactNode; covered: boolean }) {
  return (
    <div inert={covered}>
      {children}
      <div data-mantine-shared-portal-node="true" />
    </div>
  );
}
