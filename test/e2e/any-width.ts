/**
 * Tag of tests that set the screen's width themselves or do not depend on it. The short run executes such a
 * test once, with the width of a phone.
 */
export const ANY_WIDTH = { tag: '@any-width' }
/**
 * Tags of tests that only the long run executes: further accessibility checks, and actions that other tests
 * mostly cover.
 */
export const LONG_RUN = { tag: ['@any-width', '@long-run'] }
