/** Who gained and who lost topics of the broker by the last change. */
import { Alert } from "@mantine/core";
import { containersTexts } from "../../../texts/index.ts";
import type { RightsChange } from "../api/add-ons.ts";
import classes from "./section.module.css";

const texts = containersTexts.users.rights;

export function RightsNote({ changes, onClose }: { changes: readonly RightsChange[]; onClose: () => void }) {
  return (
    <Alert
      color="blue"
      variant="light"
      m="md"
      title={texts.title}
      withCloseButton
      closeButtonLabel={texts.close}
      onClose={onClose}
    >
      {changes.length === 0 ? texts.none : null}
      <ul className={classes["plain"]}>
        {changes.flatMap((change) =>
          sentences(change).map((sentence) => (
            <li key={`${change.usr} ${sentence}`}>
              <strong>{change.usr}</strong> {sentence}
            </li>
          )),
        )}
      </ul>
    </Alert>
  );
}

function sentences({ gains, loses }: RightsChange): string[] {
  return [
    gains.read && texts.gainsRead(gains.read),
    gains.write && texts.gainsWrite(gains.write),
    loses.read && texts.losesRead(loses.read),
    loses.write && texts.losesWrite(loses.write),
  ].filter((sentence) => sentence !== "");
}
