/** Tag of tests that do not depend on the screen's width, or set it themselves. They run once, as a phone. */
export const ANY_WIDTH = { tag: '@any-width' }
/** Tags of tests that the short run skips: further axe checks, and paths that other tests mostly cover. */
export const LONG_RUN = { tag: ['@any-width', '@long-run'] }
