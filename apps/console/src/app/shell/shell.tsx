/** Frame of every page after sign-in: header, side navigation, content. */
import { IconX } from "@tabler/icons-react";
import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import {
  lazy,
  type MouseEvent,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useMe } from "../../api/info.ts";
import { useStream } from "../../api/use-stream.ts";
import icon from "../../components/icon-button.module.css";
import { leftFrontPage, useEndOfFirstPage } from "../../lib/first-page.ts";
import { keepFocus } from "../../lib/keep-focus.ts";
import { useCrumbs } from "../../lib/use-crumbs.ts";
import { useZone } from "../../lib/zone.ts";
import { shellTexts } from "../../texts/index.ts";
import { mayOpen, rightOf } from "../rights.ts";
import { useWindowTitle } from "../window-title.ts";
import { Header } from "./header.tsx";
import { Navigation } from "./navigation.tsx";
import classes from "./shell.module.css";
import { showChosen } from "./show-chosen.ts";

const NoRightPage = lazy(async () => ({
  default: (await import("../pages/no-right-page.tsx")).NoRightPage,
}));

const CONTENT = "content";
/** Id of the side navigation on small screens. */
const DRAWER = "navigation-drawer";

export function Shell() {
  const drawer = useRef<HTMLDialogElement>(null);
  // Its thirty links are drawn when somebody first opens it.
  const [opened, setOpened] = useState(false);
  const content = useRef<HTMLElement>(null);
  const router = useRouter();
  useStream(["status", "project", "jobs", "alarms", "changed"]);
  useFocusOnNavigation();
  useMarkOfShell();
  useEndOfFirstPage();
  useWindowTitle(useCrumbs().at(-1)?.label);
  useCloseByClickBeside(drawer);
  useEffect(() => (content.current ? keepFocus(content.current, focusContent) : undefined), []);
  function open(): void {
    flushSync(() => setOpened(true));
    drawer.current?.showModal();
    showChosen(drawer.current);
  }
  useEffect(() => router.subscribe("onBeforeNavigate", () => drawer.current?.close()), [router]);

  return (
    <div className={classes["shell"]}>
      <a className={classes["skip"]} href={`#${CONTENT}`} onClick={skipToContent}>
        {shellTexts.skipToContent}
      </a>
      <Header drawer={DRAWER} onOpen={open} />
      <aside className={classes["side"]}>
        <Navigation />
      </aside>
      {/* The browser's own dialog: what lies below can neither be reached nor read, Escape closes it. */}
      <dialog aria-label={shellTexts.navigation} className={classes["drawer"]} id={DRAWER} ref={drawer}>
        <div className={classes["drawerContent"]}>
          <div className={classes["drawerHead"]}>
            <span>{shellTexts.navigation}</span>
            <button
              type="button"
              className={icon["icon"]}
              onClick={() => drawer.current?.close()}
              aria-label={shellTexts.closeNavigation}
            >
              <IconX size={20} aria-hidden />
            </button>
          </div>
          {opened && <Navigation />}
        </div>
      </dialog>
      <main className={classes["main"]} id={CONTENT} tabIndex={-1} ref={content}>
        {/* Times are drawn again once their zone is known to be another one. */}
        <Page key={useZone()} />
      </main>
    </div>
  );
}

/** The page, if it is for who is signed in. */
function Page() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const me = useMe();
  if (mayOpen(me, path)) return <Outlet />;
  return (
    <Suspense>
      <NoRightPage me={me} right={rightOf(path)} />
    </Suspense>
  );
}

/** A click beside the drawer hits the dialog itself. Escape does the same for keyboards. */
function useCloseByClickBeside(drawer: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = drawer.current;
    const close = (event: Event): void => {
      if (event.target === dialog) dialog?.close();
    };
    dialog?.addEventListener("click", close);
    return () => dialog?.removeEventListener("click", close);
  }, [drawer]);
}

/** By script, since a jump by address would be taken for a navigation. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  focusContent();
}

function focusContent(): void {
  const main = document.getElementById(CONTENT);
  (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
}

/** A new page takes the focus to its heading, so that keyboards and screen readers start there. */
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (leftFrontPage() || (fromLocation && pathChanged)) focusContent();
      }),
    [router],
  );
}

/** For the style of the root element. */
function useMarkOfShell(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset["shell"] = "";
    return () => {
      delete document.documentElement.dataset["shell"];
    };
  }, []);
}
