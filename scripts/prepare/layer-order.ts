import type { Plugin } from 'vite'

/** Weakest first: `base` styles elements, `parts` shared pieces, `pages` what one page needs, `states` wins. */
const LAYERS = '@layer base, parts, pages, states;'

/**
 * Stylesheets reach the bundle in no order to rely on, so each one begins with the order of the layers; so does one
 * that is a file of its own (`?url`), for pages whose styles the public need not load.
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
