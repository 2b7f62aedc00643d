/**
 * What is wrong with a group of fields, none of which is wrong by itself. `focusFirstWrong` finds it like a wrong field, so that
 * who saves far below is brought to it.
 *
 *     <GroupComplaint>{errors["backup"]}</GroupComplaint>      nothing, while there is no complaint
 */
import { Alert } from "@mantine/core";

/** Finds it, for what gives it the focus. */
export const GROUP_COMPLAINT = "[data-complaint]";

export function GroupComplaint({ children }: { children: string | undefined }) {
  return children === undefined ? null : (
    <Alert color="red" variant="light" role="alert" tabIndex={-1} data-complaint>
      {children}
    </Alert>
  );
}
