/** Paths of this site, written before the worker's own lines by `worker-file.ts`. */
declare const KEPT: { pages: string[]; files: string[]; list: string; token: string }

/** Browsers that let a worker send in the background have it; TypeScript's library does not yet. */
declare const cookieStore: CookieStore
