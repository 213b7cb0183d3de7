/** Whether this is the long run (`npm run test:deep`), which checks every page instead of a few that differ most. */
export const DEEP = Boolean(process.env['DEEP'])
