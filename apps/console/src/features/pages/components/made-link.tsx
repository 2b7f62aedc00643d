/** A link for a wall panel, shown once, also as a picture that the panel's camera reads. */
import { QrPicture } from "../../../components/qr-picture.tsx";
import { SecretDialog } from "../../../components/secret-dialog.tsx";
import { panelAddress } from "../../../lib/panel-mode.ts";
import { pagesTexts } from "../../../texts/index.ts";
import type { Made } from "./link-dialog.tsx";

const texts = pagesTexts.links;

export function MadeLink({ made, onClose }: { made: Made; onClose: () => void }) {
  const address = panelAddress(location.origin, made.page, made.token);
  return (
    <SecretDialog title={texts.made(made.name)} secret={address} texts={texts} onClose={onClose}>
      <QrPicture text={address} label={texts.picture} />
    </SecretDialog>
  );
}
