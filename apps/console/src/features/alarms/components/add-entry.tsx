/** Below a list whose entries are edited in place: one more. */
import { IconPlus } from "@tabler/icons-react";
import { IconButton } from "../../../components/icon-button.tsx";

export interface AddEntryProps {
  label: string;
  full: boolean;
  onAdd: () => void;
}

export const AddEntry = ({ full, label, onAdd }: AddEntryProps) => (
  <div>
    <IconButton size="xs" variant="default" data-add icon={IconPlus} disabled={full} onClick={onAdd}>
      {label}
    </IconButton>
  </div>
);
