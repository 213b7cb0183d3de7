/** Paths of this site, written before the worker's own lines by `worker-file.ts`. */
declare const KEPT: { pages: string[]; files: string[]; list: string }
