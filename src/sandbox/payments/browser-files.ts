/** The stand-in for js.stripe.com: static scripts and styles, as they lie in `browser/`. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'

const FOLDER = new URL('browser/', import.meta.url)
/** In this order they are one script, so that a page loads a single file as it would from the provider. */
const PARTS = [
  'stripe-base.js',
  'stripe-events.js',
  'stripe-element.js',
  'stripe-group.js',
  'stripe-overlay.js',
  'stripe-api.js',
]
const SINGLE = [
  'frame.js',
  'frame-method.js',
  'frame-style.js',
  'card-rules.js',
  'frame.css',
  'authenticate.js',
  'authenticate.css',
]

const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

/** Paths are relative to `/js`. */
export function browserFiles(): Hono {
  const app = new Hono()
  serve(app, 'stripe.js', () => `(() => {\n'use strict'\n${PARTS.map(read).join('\n')}\n})()\n`)
  for (const name of SINGLE) serve(app, name, () => read(name))
  return app
}

function serve(app: Hono, name: string, load: () => string): void {
  const body = load()
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
  const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
  const headers = { etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }
  app.get(`/${name}`, (c) =>
    c.req.header('if-none-match') === etag
      ? c.body(null, 304, headers)
      : c.body(body, 200, { ...headers, 'content-type': `${type}; charset=utf-8` }),
  )
}
