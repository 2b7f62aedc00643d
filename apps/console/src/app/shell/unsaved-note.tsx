/** "Entwurf vom …": what somebody typed into this form and did not save, e.g. because the session ended. */
import { Alert, Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useUnsaved } from "../../api/unsaved.ts";
import layout from "../../components/layout.module.css";
import { formatDateTimeShort } from "../../lib/format.ts";
import type { UnsavedProps } from "../../lib/unsaved-forms.ts";
import { commonTexts } from "../../texts/index.ts";

const texts = commonTexts.unsaved;

export function UnsavedNote({ edit, disabled = false }: UnsavedProps) {
  const offer = useUnsaved(edit);
  if (!offer) return null;
  const off = disabled || offer.busy;
  return (
    <Alert
      color="blue"
      variant="light"
      icon={<IconPencil aria-hidden />}
      title={texts.of(formatDateTimeShort(offer.at))}
    >
      <div className={layout["stackTight"]}>
        <p>{texts.offer}</p>
        <div className={layout["buttons"]}>
          <Button size="xs" disabled={off} onClick={offer.restore}>
            {texts.restore}
          </Button>
          <Button size="xs" variant="default" disabled={off} onClick={offer.discard}>
            {texts.discard}
          </Button>
        </div>
      </div>
    </Alert>
  );
}
