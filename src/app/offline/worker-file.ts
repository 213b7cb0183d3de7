/**
 * Serves the service worker at `/kept-pages.js`. The file must be at the root to handle pages anywhere on the
 * site.
 */
import { TOKEN_PATH } from '../browser-call.ts'
import { road } from '#app/public/info/road/road.ts'
import { offlinePaths, paths } from '../paths.ts'
import source from './worker/offline-pages.js?raw'

export function loader() {
  const files = road.sample ? [] : [paths.roadFile]
  const kept = { pages: offlinePaths, files, list: paths.offline, token: TOKEN_PATH }
  return new Response(`self.KEPT = ${JSON.stringify(kept)}\n${source}`, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      // This policy applies to all requests of the service worker. The worker needs only the site's own
      // server.
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    },
  })
}
