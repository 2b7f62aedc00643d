/** Put in by the build (scripts/bundle.mjs): the version in package.json at the top, or the one a release is made with. */
declare const __HUBWART_VERSION__: string;

/** An object, so that its name stays in the built file: tests make releases of other versions from one build. */
const STAMP = { hubwartVersion: __HUBWART_VERSION__ };

/** Version of the release that this program belongs to. */
export const VERSION: string = STAMP.hubwartVersion;
