/**
 * Delays the pages' scripts (R20.11). A document of React Router imports every module of its page immediately.
 * For a page that can wait, this file turns the imports into a function that `entry.client.tsx` calls at the
 * first touch. It does not change a document in an unknown format.
 */
const BOOT =
  /<script( nonce="[\w-]*")? type="module" async="">import "([^"]+)";\s*((?:import \* as \w+ from "[^"]+";\s*)+)((?:const \w+ = \{[\w.,]+\};\s*)*)window\.__reactRouterRouteModules = (\{[^}]*\});\s*import\("([^"]+)"\);<\/script>/
const ROUTE = /import \* as (\w+) from ("[^"]+");/g
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"(?: nonce="[\w-]*")?\/>/g

/**
 * Returns true if a page must start React immediately, because it has a form to fill in or an element with
 * `data-hydrate`.
 */
function startsAtOnce(html: string): boolean {
  return /<form(?![^>]*\sdata-late[\s=>])[\s>]|\sdata-hydrate[\s=>]/.test(html)
}

/**
 * Records the changes that a translator makes until the entry script has loaded and records them itself
 * (`hydrate-translated.ts`).
 */
const EARLY_TEXTS = `{
const changes = [];
const observer = new MutationObserver((some) => changes.push(...some));
observer.observe(document, { childList: true, subtree: true });
window.earlyTexts = () => (observer.disconnect(), changes);
}`

/** Returns the finished page. If the page can wait for its modules, it loads them at the first touch. */
export function deferScripts(html: string): string {
  const boot = BOOT.exec(html)
  if (!boot || startsAtOnce(html)) return html
  // The modules of some pages consist of parts, which the document assembles after the imports.
  const [whole, mark = '', manifest = '', imports = '', together = '', modules = '', entry = ''] = boot
  const routes = [...imports.matchAll(ROUTE)]
  const names = routes.map(([, name]) => name).join(', ')
  const loads = routes.map(([, , file]) => `import(${file})`).join(', ')
  const script = [
    `<script${mark} type="module" async="">${EARLY_TEXTS}\nwindow.loadPage = async () => {`,
    `const [, ${names}] = await Promise.all([import("${manifest}"), ${loads}]);`,
    `${together.trim()}\nwindow.__reactRouterRouteModules = ${modules};`,
    `};\nimport("${entry}");</script>`,
  ].join('\n')
  const links = html.replace(PRELOAD, (link, file: string) => (file === entry ? link : ''))
  return links.replace(whole, () => script)
}
