import { useDirectory, useNames } from "../../api/info.ts";
import { sessionTexts } from "../../texts/index.ts";
import { FrontPage } from "./front-page.tsx";
import { LoginForm } from "./login-form.tsx";

export function LoginPage({ onTyping }: { onTyping: () => void }) {
  return (
    <FrontPage title={sessionTexts.login.title}>
      <LoginForm names={useNames()} directory={useDirectory()} onTyping={onTyping} />
    </FrontPage>
  );
}
