/** The long run (`npm run test:deep`) looks at every page for what the short one looks at on a few that differ most. */
export const DEEP = Boolean(process.env['DEEP'])
