/**
 * Delays the pages' scripts (R20.11). A document of React Router imports every module of its page
 * immediately. If a page can wait, this file turns the imports into a function. `entry.client.tsx` calls it
 * when the visitor first touches the page, clicks or presses a key. A document in an unknown format stays
 * unchanged.
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
 * A script that records the changes of a translator until the entry script has loaded and records them itself
 * (`hydrate-translated.ts`).
 */
const EARLY_TEXTS = `{
const changes = [];
const observer = new MutationObserver((some) => changes.push(...some));
observer.observe(document, { childList: true, subtree: true });
window.earlyTexts = () => (observer.disconnect(), changes);
}`

/**
 * Returns the HTML of a page with delayed scripts. A page that can wait loads its modules when the visitor
 * first uses it, and other pages are unchanged.
 */
export function deferScripts(html: string): string {
  const boot = BOOT.exec(html)
  if (!boot || startsAtOnce(html)) return html
  // Some modules consist of parts, which the document assembles after the imports. `together` is the code
  // that assembles them.
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
