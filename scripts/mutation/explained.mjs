/**
 * The mutants that no test can tell from the code, and why. `npm run test:mutation` prints those that are missing here.
 * @type {import('./page.mjs').Explained[]}
 */
export const EXPLAINED = []
