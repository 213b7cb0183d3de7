/** The pages in the stand-in's frames: the card fields and the bank's question. */
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { formatMoney } from '#shared/money.ts'
import { answerBank, findQuestion } from './authenticate.ts'
import type { SandboxContext } from './context.ts'
import { findObject } from './store.ts'

interface Field {
  title: string
  name: string
  label: string
  autocomplete: string
  placeholder: string
}

/** Names, labels and placeholders are those of Stripe's own fields. */
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
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
]

/** @param formAction where the page's form may lead. */
function framed(c: Context, formAction: string): void {
  c.header('content-security-policy', [...POLICY, `form-action ${formAction}`].join('; '))
  c.header('x-frame-options', 'SAMEORIGIN')
  c.header('referrer-policy', 'no-referrer')
  c.header('x-content-type-options', 'nosniff')
  c.header('cache-control', 'no-store')
}

/** Paths are relative to the sandbox's mount. */
export function framePages(context: SandboxContext): Hono {
  const app = new Hono()
  app.get('/elements/:type', (c) => {
    const type = c.req.param('type')
    const field = Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined
    if (field === undefined) return c.notFound()
    framed(c, "'none'")
    return c.html(fieldPage(type, field))
  })
  app.get('/authenticate/:source', (c) => showQuestion(c, context))
  app.post('/authenticate/:source', (c) => takeAnswer(c, context))
  app.get('/receipts/:id', async (c) => {
    await context.ready()
    const charge = await findObject(context.db, 'charge', c.req.param('id'))
    if (charge === undefined) return c.notFound()
    return c.text(
      `Sandbox receipt for ${charge.body.id}: ${formatMoney(charge.body.amount)}. No money has moved.`,
    )
  })
  return app
}

function fieldPage(type: string, field: Field) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${field.title}</title>
        <link rel="stylesheet" href="../js/frame.css" />
        <script type="module" src="../js/frame.js"></script>
      </head>
      <body data-element="${type}" data-state="empty">
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
      </body>
    </html>`
}

function asked(c: Context) {
  return { clientSecret: c.req.query('client_secret') ?? '', source: c.req.param('source') ?? '' }
}

async function showQuestion(c: Context, context: SandboxContext): Promise<Response> {
  const { clientSecret, source } = asked(c)
  const question = await findQuestion(context, clientSecret, source)
  if (question === undefined) return answeredPage(c, source)
  framed(c, question.returnUrl === null ? "'self'" : `'self' ${new URL(question.returnUrl).origin}`)
  return c.html(
    page(
      source,
      html`<main>
        <h1>Your bank asks: is this payment yours?</h1>
        <p>
          A payment of ${formatMoney(question.amount)} waits for you. This is a test page of the payment
          sandbox: no money moves.
        </p>
        <form method="post">
          <button name="answer" value="complete">Complete authentication</button>
          <button name="answer" value="fail">Fail authentication</button>
        </form>
      </main>`,
    ),
  )
}

async function takeAnswer(c: Context, context: SandboxContext): Promise<Response> {
  const { clientSecret, source } = asked(c)
  const answer = (await c.req.parseBody())['answer'] === 'complete' ? 'complete' : 'fail'
  const result = await answerBank(context, { clientSecret, source }, answer)
  if (typeof result === 'string' || result.returnUrl === null || c.req.query('overlay') !== undefined)
    return answeredPage(c, source)
  const back = new URL(result.returnUrl)
  back.searchParams.set('payment_intent', result.intent.id)
  back.searchParams.set('payment_intent_client_secret', clientSecret)
  back.searchParams.set('redirect_status', result.intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return c.redirect(back.href, 303)
}

function answeredPage(c: Context, source: string): Response | Promise<Response> {
  framed(c, "'none'")
  const body = html`<main>
    <h1>Thank you</h1>
    <p>Your bank has your answer. You can go back to the shop.</p>
  </main>`
  return c.html(page(source, body, 'yes'))
}

function page(source: string, body: ReturnType<typeof html>, answered?: string) {
  const mark = answered === undefined ? html`` : html`data-answered="yes"`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>3D Secure authentication</title>
        <link rel="stylesheet" href="../js/authenticate.css" />
        <script type="module" src="../js/authenticate.js"></script>
      </head>
      <body data-source="${source}" ${mark}>
        ${body}
      </body>
    </html>`
}
