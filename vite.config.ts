import mdx from '@mdx-js/rollup'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { checkDataFiles } from '#web/content-check/check-data.ts'
import { checkPage } from '#web/content-check/check-page.ts'

/** Weakest first: `base` styles elements, `parts` shared pieces, `pages` what one page needs, `states` wins. */
const LAYERS = '@layer base, parts, pages, states;'

/**
 * Stylesheets reach the bundle in no order to rely on, so each one begins with the order of the layers; so does one
 * that is a file of its own (`?url`), for pages whose styles the public need not load.
 */
function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      /\/src\/[^?]+\.css(\?(transform-only|direct)\b.*)?$/.test(id)
        ? { code: `${LAYERS}\n${code}`, map: null }
        : null,
  }
}

export default defineConfig({
  plugins: [
    layerOrder(),
    checkDataFiles(),
    { enforce: 'pre', ...mdx({ remarkPlugins: [checkPage] }) },
    reactRouter(),
  ],
  build: {
    // One stylesheet for the whole site: it is small, and a second page then has it already.
    cssCodeSplit: false,
    // Pictures and fonts stay files: a data URI would be sent again with every page.
    assetsInlineLimit: 0,
  },
})
