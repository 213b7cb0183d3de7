/**
 * The built server. Node cannot load the pages and e-mails from their source files, because those are `.tsx`
 * files.
 */
const BUNDLE = new URL('../../../build/server/index.js', import.meta.url)

export const loadBundle = async () => (await import(BUNDLE.href)) as typeof import('#server/run-site.ts')
