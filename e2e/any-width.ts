/** Of a test that does not mind how wide the screen is, or sets its width itself: it runs once, as a phone. */
export const ANY_WIDTH = { tag: '@any-width' }
