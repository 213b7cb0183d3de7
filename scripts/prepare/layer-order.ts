import type { Plugin } from 'vite'

/**
 * The order of the CSS cascade layers, the weakest first. `base` styles elements, `parts` styles shared
 * components, and `pages` styles single pages. `states` overrides all of them.
 */
const LAYERS = '@layer base, parts, pages, states;'

/**
 * Adds the order of the CSS cascade layers to the start of every stylesheet, because a page may load its
 * stylesheets in any order.
 */
export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      /\/src\/[^?]+\.css(\?(transform-only|direct)\b.*)?$/.test(id)
        ? { code: `${LAYERS}\n${code}`, map: null }
        : null,
  }
}
