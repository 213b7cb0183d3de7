import type { Plugin } from 'vite'

/**
 * Weakest first: `base` styles elements, `parts` shared components, `pages` single pages, and `states` override
 * all.
 */
const LAYERS = '@layer base, parts, pages, states;'

/**
 * Starts every stylesheet with the order of the layers, because the bundle's order of stylesheets is unpredictable.
 * This includes separate files (`?url`) for pages whose styles the public does not load.
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
