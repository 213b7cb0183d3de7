/**
 * True in the long run (`npm run test:deep`). It checks every page, and the short run only the pages that
 * differ most.
 */
export const DEEP = Boolean(process.env['DEEP'])
