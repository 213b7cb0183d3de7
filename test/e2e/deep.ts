/**
 * True in the long run (`npm run test:deep`), which checks every page. The short run checks only the pages
 * that differ most.
 */
export const DEEP = Boolean(process.env['DEEP'])
