/**
 * Serves the stand-in for js.stripe.com. The stand-in consists of scripts and styles from `browser/`, and of
 * pages for its frames: the card fields and the bank's question.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { formatMoney } from '#shared/money.ts'
import { answerBank, findQuestion } from './charging.ts'
import { readControls, type SandboxContext } from './operation.ts'

const FOLDER = new URL('browser/', import.meta.url)
/**
 * These files are joined into one script in this order. So a page loads a single file, as it does from
 * Stripe.
 */
const PARTS = [
  'stripe-base.js',
  'stripe-element.js',
  'stripe-express.js',
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
  'express-frame.js',
  'express-frame.css',
  'authenticate.js',
  'authenticate.css',
]

const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

/** Serves the scripts and styles of the stand-in. Paths are relative to `/js`. */
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

interface Field {
  title: string
  name: string
  label: string
  autocomplete: string
  placeholder: string
}

/** Names, labels and placeholders of the card fields, as Stripe shows them. */
const FIELDS: Record<string, Field> = {
  cardNumber: {
    title: 'Secure card number input frame',
    name: 'cardnumber',
    label: 'Credit or debit card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
  },
  cardExpiry: {
    title: 'Secure expiration date input frame',
    name: 'exp-date',
    label: 'Credit or debit card expiration date',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
  },
  cardCvc: {
    title: 'Secure CVC input frame',
    name: 'cvc',
    label: 'Credit or debit card CVC/CVV',
    autocomplete: 'cc-csc',
    placeholder: 'CVC',
  },
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
]

function framed(c: Context, { forms }: { forms: boolean }): void {
  c.header('content-security-policy', [...POLICY, `form-action ${forms ? "'self'" : "'none'"}`].join('; '))
  c.header('x-frame-options', 'SAMEORIGIN')
  c.header('referrer-policy', 'no-referrer')
  c.header('x-content-type-options', 'nosniff')
  c.header('cache-control', 'no-store')
}

/** Serves the pages for the frames of the stand-in. Paths are relative to the sandbox's mount. */
export function framePages(context: SandboxContext): Hono {
  const app = new Hono()
  app.get('/elements/expressCheckout', async (c) => {
    framed(c, { forms: false })
    return c.html(walletPage((await readControls(context)).wallets))
  })
  app.get('/elements/:type', (c) => {
    const type = c.req.param('type')
    const field = Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined
    if (field === undefined) return c.notFound()
    framed(c, { forms: false })
    return c.html(fieldPage(type, field))
  })
  app.get('/authenticate/:source', (c) => showQuestion(c, context))
  app.post('/authenticate/:source', (c) => takeAnswer(c, context))
  return app
}

type Markup = ReturnType<typeof html>

/** Renders the page of a frame. `name` is the name of the page's script and styles in `browser/`. */
const page = (title: string, name: string, body: Markup) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="../js/${name}.css" />
        <script type="module" src="../js/${name}.js"></script>
      </head>
      ${body}
    </html>`

const fieldPage = (type: string, field: Field) =>
  page(
    field.title,
    'frame',
    html`<body data-element="${type}" data-state="empty">
      <input
        name="${field.name}"
        aria-label="${field.label}"
        aria-describedby="note"
        aria-invalid="false"
        autocomplete="${field.autocomplete}"
        autocorrect="off"
        spellcheck="false"
        inputmode="numeric"
        placeholder="${field.placeholder}"
        type="text"
      />
      <span id="note"></span>
    </body>`,
  )

/** Renders the page with the wallet's button. Renders no button for a browser without a wallet. */
const walletPage = (available: boolean) =>
  page(
    'Secure express checkout frame',
    'express-frame',
    html`<body>
      ${available ? html`<button type="button">Sandbox Pay</button>` : ''}
    </body>`,
  )

const bankPage = (body: Markup) => page('3D Secure authentication', 'authenticate', body)

function asked(c: Context) {
  return { clientSecret: c.req.query('client_secret') ?? '', source: c.req.param('source') ?? '' }
}

async function showQuestion(c: Context, context: SandboxContext): Promise<Response> {
  const asking = asked(c)
  const amount = await findQuestion(context, asking)
  if (amount === undefined) return answeredPage(c, asking.source)
  framed(c, { forms: true })
  return c.html(
    bankPage(
      html`<body data-source="${asking.source}">
        <main>
          <h1>Your bank asks: is this payment yours?</h1>
          <p>
            A payment of ${formatMoney(amount)} waits for you. This is a test page of the payment sandbox: no
            money moves.
          </p>
          <form method="post">
            <button name="answer" value="complete">Complete authentication</button>
            <button name="answer" value="fail">Fail authentication</button>
          </form>
        </main>
      </body>`,
    ),
  )
}

async function takeAnswer(c: Context, context: SandboxContext): Promise<Response> {
  const asking = asked(c)
  const answer = (await c.req.parseBody())['answer'] === 'complete' ? 'complete' : 'fail'
  await answerBank(context, asking, answer)
  return answeredPage(c, asking.source)
}

function answeredPage(c: Context, source: string): Response | Promise<Response> {
  framed(c, { forms: false })
  return c.html(
    bankPage(
      html`<body data-source="${source}" data-answered="yes">
        <main>
          <h1>Thank you</h1>
          <p>Your bank has your answer. You can go back to the shop.</p>
        </main>
      </body>`,
    ),
  )
}
