/**
 * The built server. Tests need it because Node cannot load the source files of pages and e-mails, which are
 * `.tsx` files.
 */
const BUNDLE = new URL('../../../build/server/index.js', import.meta.url)

export const loadBundle = async () => (await import(BUNDLE.href)) as typeof import('#server/run-site.ts')
