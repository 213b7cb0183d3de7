import mdx from '@mdx-js/rollup'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { layerOrder } from './scripts/prepare/layer-order.ts'
import { checkDataFiles } from '#web/content-check/check-data.ts'
import { checkPage } from '#web/content-check/check-page.ts'

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
