/** The code besides the password, at this device. */
import { SecondFactorBox as Box } from "../../../components/second-factor/second-factor-box.tsx";
import { secondFactorTexts } from "../../../texts/index.ts";
import { useSecondFactor, useSecondFactorActions } from "../api/second-factor.ts";

export function SecondFactorBox() {
  return (
    <Box query={useSecondFactor()} actions={useSecondFactorActions()} words={secondFactorTexts.device} />
  );
}
