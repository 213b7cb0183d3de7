/**
 * The headers of every page behind a link that is somebody's only key: it goes to no cache, no search engine and no
 * other site. Such a route exports a `headers` that hands on its loader's, and those of its errors.
 */
export const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}
