/**
 * The built server. Programs that Node runs from source files cannot load the pages and e-mails, because these
 * are `.tsx` files.
 */
const BUNDLE = new URL('../../../build/server/index.js', import.meta.url)

export const loadBundle = async () => (await import(BUNDLE.href)) as typeof import('#server/run-site.ts')
