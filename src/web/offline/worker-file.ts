/** `/kept-pages.js`: the service worker. At the root, so that it may serve pages anywhere on the site. */
import { TOKEN_PATH } from '../browser-call.ts'
import { offlinePaths, paths } from '../paths.ts'
import source from './worker/offline-pages.js?raw'

export function loader() {
  const kept = { pages: offlinePaths, files: [paths.roadFile], list: paths.offline, token: TOKEN_PATH }
  return new Response(`self.KEPT = ${JSON.stringify(kept)}\n${source}`, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      // A worker obeys the policy that it came with: this one asks our own server, and runs nothing else.
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    },
  })
}
