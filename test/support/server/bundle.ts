/** The built server. Programs that Node runs from source cannot load its pages and e-mails, which are `.tsx`. */
const BUNDLE = new URL('../../../build/server/index.js', import.meta.url)

export const loadBundle = async () => (await import(BUNDLE.href)) as typeof import('#server/run-site.ts')
