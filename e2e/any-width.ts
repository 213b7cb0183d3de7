/** The tag of tests that do not mind how wide the screen is, or set its width themselves: they run once, as a phone. */
export const ANY_WIDTH = { tag: '@any-width' }
/** Of a test that the short run leaves out: a further look with axe, or a way that other tests walk most of. */
export const LONG_RUN = { tag: ['@any-width', '@long-run'] }
