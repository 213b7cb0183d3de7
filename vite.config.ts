import mdx from '@mdx-js/rollup'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [{ enforce: 'pre', ...mdx() }, reactRouter()],
  build: {
    // One stylesheet for the whole site: it is small, and a second page then has it already.
    cssCodeSplit: false,
    // Pictures and fonts stay files: a data URI would be sent again with every page.
    assetsInlineLimit: 0,
  },
})
