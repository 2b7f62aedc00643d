/** Signing in: the password, a code besides it, and who is signed in. */
import { PageFrame } from "../../../components/page-frame.tsx";
import { systemTexts } from "../../../texts/index.ts";
import { PasskeysBox } from "../components/passkeys-box.tsx";
import { PasswordBox } from "../components/password-box.tsx";
import { SecondFactorBox } from "../components/second-factor-box.tsx";
import { SessionsBox } from "../components/sessions-box.tsx";

export function PasswordPage() {
  return (
    <PageFrame title={systemTexts.password.title} narrow>
      <PasswordBox />
      <SecondFactorBox />
      <PasskeysBox />
      <SessionsBox />
    </PageFrame>
  );
}
