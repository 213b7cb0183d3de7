/** Of a test that does not mind how wide the screen is, or sets its width itself: it runs once, as a phone. */
export const ANY_WIDTH = { tag: '@any-width' }
/** Of a test that the short run leaves out: a further look with axe, or a way that other tests walk most of. */
export const LONG_RUN = { tag: ['@any-width', '@long-run'] }
