/**
 * Covers the console when its session has ended. The page below stays as it is: hidden from view, inert, and
 * still holding everything that was typed.
 */
import { useDirectory, useNames } from "../../api/info.ts";
import { useFocusReturn } from "../../lib/use-focus-return.ts";
import { sessionTexts } from "../../texts/index.ts";
import cover from "../overlay/overlay-view.module.css";
import page from "./front-page.module.css";
import { LoginForm } from "./login-form.tsx";

const texts = sessionTexts.again;

export function SignInAgain() {
  useFocusReturn();
  return (
    <dialog open className={cover["cover"]} aria-modal="true" aria-labelledby="again-title">
      <section className={page["card"]} data-narrow>
        <h1 className={page["title"]} id="again-title">
          {texts.title}
        </h1>
        <p className={page["intro"]}>{texts.text}</p>
        <LoginForm names={useNames()} directory={useDirectory()} />
      </section>
    </dialog>
  );
}
