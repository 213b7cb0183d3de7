/**
 * Tag of tests that do not depend on the screen's width or set it themselves. The short run executes them
 * once, as on a phone.
 */
export const ANY_WIDTH = { tag: '@any-width' }
/** Tags of tests that the short run skips: more axe checks, and tasks that other tests mostly cover. */
export const LONG_RUN = { tag: ['@any-width', '@long-run'] }
