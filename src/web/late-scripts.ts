/**
 * Keeps the pages' scripts out of the first load (R20.11). React Router's document imports every
 * module of the page at once; on a page that can wait, this turns those imports into a function that
 * `entry.client.tsx` calls at the first touch. Left as it is when its form is not the one known.
 */
const BOOT =
  /<script( nonce="[\w-]*")? type="module" async="">import "([^"]+)";\s*((?:import \* as \w+ from "[^"]+";\s*)+)((?:const \w+ = \{[\w.,]+\};\s*)*)window\.__reactRouterRouteModules = (\{[^}]*\});\s*import\("([^"]+)"\);<\/script>/
const ROUTE = /import \* as (\w+) from ("[^"]+");/g
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"(?: nonce="[\w-]*")?\/>/g

/** A page with a form to fill in, or one that asks for it with `data-hydrate`, starts React at once. */
function startsAtOnce(html: string): boolean {
  return /<form(?![^>]*\sdata-late[\s=>])[\s>]|\sdata-hydrate[\s=>]/.test(html)
}

/** Runs until the entry script is there, which takes over what a translator has replaced by then (`hydrate-translated.ts`). */
const EARLY_TEXTS = `{
const changes = [];
const observer = new MutationObserver((some) => changes.push(...some));
observer.observe(document, { childList: true, subtree: true });
window.earlyTexts = () => (observer.disconnect(), changes);
}`

/** The finished page, with its modules loaded on demand where it can wait for them. */
export function loadLate(html: string): string {
  const boot = BOOT.exec(html)
  if (!boot || startsAtOnce(html)) return html
  // A page whose module comes in parts has them put together after the imports.
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
