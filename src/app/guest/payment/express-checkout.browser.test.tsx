/** Tests payments by wallet with a fake of Stripe's Express Checkout Element, which each test controls. */
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { ExpressCheckout } from './express-checkout.tsx'
import { reservationMoney } from '#test/support/shared/sum-rows.ts'
import { InvoiceTable } from '../private-page/invoice-table.tsx'
import { PayInvoiceForm } from './pay-invoice-form.tsx'
import { ANA } from '#test/support/booking/answers.ts'
import { SignUpForm } from '#app/public/sign-up/sign-up-form.tsx'
import { useSignUp } from '#app/public/sign-up/use-sign-up.ts'

type Handlers = Record<string, (event?: unknown) => void>
type Result = { paymentIntent?: { status: string }; error?: object }

/**
 * Stripe's loader keeps the first script that it finds. So all tests share one fake script, and each test
 * replaces the object that this script returns.
 */
let current: object = {}
window.Stripe = Object.assign(() => current, { version: 'endive' }) as unknown as typeof window.Stripe

/** Creates a fake of Stripe's script. The fake records what the page asks of Stripe. */
function fakeStripe({
  wallets = true,
  paid = { paymentIntent: { status: 'succeeded' } } as Result,
  /** True if the fake says automatically which wallets the guest has. If false, the test calls `tell`. */
  tells = true,
} = {}) {
  const groups: { options: Record<string, unknown>; made: Record<string, unknown> }[] = []
  const asked: [call: string, order?: unknown][] = []
  const handlers: Handlers = {}
  const tell = () =>
    handlers['ready']?.({ availablePaymentMethods: wallets ? { applePay: true, link: false } : undefined })
  const elements = (options: Record<string, unknown> = {}) => {
    const group = { options: { ...options }, made: {} as Record<string, unknown> }
    groups.push(group)
    return {
      create: (type: string, how: unknown) => {
        group.made[type] = how
        const on = (name: string, heard: (event?: unknown) => void) => {
          if (type !== 'expressCheckout') return
          handlers[name] = heard
          if (name === 'ready' && tells) queueMicrotask(tell)
        }
        return { mount: () => {}, destroy: () => {}, update: () => {}, on, off: () => {} }
      },
      getElement: () => null,
      update: (more: object) => Object.assign(group.options, more),
      submit: async () => (asked.push(['submit']), {}),
    }
  }
  const stripe = {
    elements,
    createToken: () => {},
    createPaymentMethod: () => {},
    confirmCardPayment: () => {},
    confirmPayment: async (order: object) => {
      asked.push(['confirmPayment', order])
      return paid
    },
    retrievePaymentIntent: async () => (
      asked.push(['retrieve']),
      { error: { type: 'api_connection_error' } }
    ),
  }
  current = stripe
  return {
    handlers,
    asked,
    /** Sends the page the event by which Stripe says which wallets the guest has. */
    tell,
    group: () => groups.find(({ options }) => options['mode'] === 'payment'),
    /** Presses the wallet's button. Resolves to true if the wallet opens. */
    press: () =>
      new Promise<boolean>((decide) =>
        handlers['click']?.({ resolve: () => decide(true), reject: () => decide(false) }),
      ),
    /**
     * Confirms the payment in the wallet, and waits for `until`. Resolves to `failed: true` if the page
     * reported to the wallet that the payment failed.
     */
    agree: async (until: () => Promise<unknown>) => {
      const paymentFailed = vi.fn()
      handlers['confirm']?.({ paymentFailed })
      await until()
      return { failed: paymentFailed.mock.calls.length > 0 }
    },
  }
}

const PAYMENTS = { publishableKey: 'pk_test_1', scriptUrl: '/none.js', wallets: true }
const UUID = '0190a6f0-0000-7000-8000-000000000001'
const INTENT = { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret_1' }
let eventId = 900

beforeEach(() => {
  sessionStorage.clear()
  eventId += 1
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: 'http://localhost/event/x/sign-up' } as PerformanceEntry,
  ])
})

function PaidSignUp() {
  const event = { id: eventId, cost: 90_000, remainder: 45_000, remainderDue: '2199-03-06', dueNow: 45_000 }
  const signUp = useSignUp({
    event: { ...event, startDateDate: '2199-05-06', options: [] },
    opensAtOnce: true,
    onStale: () => {},
  })
  if (signUp.state.at === 'reserved') return <p>Reserved.</p>
  return (
    <SignUpForm
      signUp={signUp}
      payments={PAYMENTS}
      event={{ cost: 90_000, options: [] }}
      price={null}
      charged
      payLabel="Pay $450.00 deposit"
      most={0}
      total=""
      onWait={null}
    />
  )
}

async function fillIn() {
  for (const [name, text] of Object.entries(ANA))
    await page.getByRole('textbox', { name, exact: true }).fill(text)
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
}

const reserving = (reservation: ReturnType<typeof ok>) =>
  fakeSite(({ name }) => (name === 'booking.createReservation' ? reservation : ok(INTENT)))
const HELD = ok({ reservationId: 1, uuid: UUID, holdExpiresAt: '2199-01-01T00:00:00.000Z' })

const orByCard = page.getByText('Or by card:')
const see = (words: string | RegExp) => () => expect.element(page.getByText(words).first()).toBeVisible()

test('shows wallets once Stripe reports that the guest has one, and requests no address or phone (R43.1, R43.4)', async () => {
  const stripe = fakeStripe()
  await showPart(<PaidSignUp />, { call: reserving(HELD).call })
  await expect.element(orByCard).toBeVisible()
  await expect.element(page.getByText('Card number')).toBeVisible()
  expect(stripe.group()?.options).toMatchObject({
    mode: 'payment',
    amount: 45_000,
    currency: 'usd',
    allowedPaymentMethodTypes: ['card', 'link'],
    setupFutureUsage: null,
  })
  expect(stripe.group()?.made['expressCheckout']).toMatchObject({
    billingAddressRequired: false,
    emailRequired: false,
    phoneNumberRequired: false,
    shippingAddressRequired: false,
    paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
  })
})

test("updates the wallet's amount and options when the amount changes or the guest agrees to save the card (R43.4)", async () => {
  const stripe = fakeStripe()
  const rest = {
    stripe: current as never,
    declined: null,
    onPress: async () => true,
    onPay: async () => {},
    onKnown: () => {},
  }
  const { rerender } = await render(<ExpressCheckout {...rest} amount={45_000} />)
  await expect.element(orByCard).toBeVisible()
  await rerender(
    <ExpressCheckout {...rest} amount={57_000} laterCharge={{ amount: 45_000, on: '2027-03-15' }} />,
  )
  await expect
    .poll(() => stripe.group()?.options)
    .toMatchObject({ amount: 57_000, setupFutureUsage: 'off_session' })

  const resolve = vi.fn()
  stripe.handlers['click']?.({ resolve, reject: () => {} })
  await expect.poll(() => resolve.mock.calls).toHaveLength(1)
  expect(resolve).toHaveBeenCalledWith({
    applePay: {
      deferredPaymentRequest: {
        paymentDescription: 'The remainder of your stay',
        // Never the address of a private page, because everybody with the phone sees it.
        managementURL: `${location.origin}/lost-link`,
        deferredBilling: {
          label: 'Remainder',
          amount: 45_000,
          deferredPaymentDate: new Date('2027-03-15T15:00:00Z'),
        },
      },
    },
  })
})

test('shows only the card fields if the guest has no wallet (R43.1)', async () => {
  fakeStripe({ wallets: false })
  await showPart(<PaidSignUp />, { call: reserving(HELD).call })
  await expect.element(page.getByText('Card number')).toBeVisible()
  await expect.element(orByCard).not.toBeInTheDocument()
})

test('shows no wallets that load after three seconds, so that the card fields do not move during typing (R43.1)', async () => {
  const stripe = fakeStripe({ tells: false })
  const rest = { stripe: current as never, onPress: async () => true, onPay: async () => {} }
  const onKnown = vi.fn()
  vi.useFakeTimers()
  try {
    const { container } = await render(
      <ExpressCheckout {...rest} amount={45_000} declined={null} onKnown={onKnown} />,
    )
    await vi.advanceTimersByTimeAsync(2_900)
    expect(stripe.group()).toBeDefined()
    expect(onKnown).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(onKnown).toHaveBeenCalled()
    stripe.tell()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(container.textContent).toBe('')
    expect(container.querySelector('.wallets')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

const never = () => new Promise<boolean>(() => {})
const broken = () => Promise.reject(new Error('planted'))

test('opens no wallet if the form cannot be validated within a second after the guest presses the wallet (R43.2)', async () => {
  const stripe = fakeStripe()
  const reported = vi.spyOn(window, 'reportError').mockImplementation(() => {})
  const rest = {
    stripe: current as never,
    amount: 45_000,
    declined: null,
    onPay: async () => {},
    onKnown: () => {},
  }
  const { rerender } = await render(<ExpressCheckout {...rest} onPress={broken} />)
  await expect.element(orByCard).toBeVisible()
  expect(await stripe.press()).toBe(false)
  expect(reported).toHaveBeenCalledOnce()
  await rerender(<ExpressCheckout {...rest} onPress={never} />)
  expect(await stripe.press()).toBe(false)
})

test('loads no wallets if the visit began on a page without the headers that wallets need (R43.5)', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: 'http://localhost/events' } as PerformanceEntry,
  ])
  const stripe = fakeStripe()
  await showPart(<PaidSignUp />, { call: reserving(HELD).call })
  await expect.element(page.getByText('Card number')).toBeVisible()
  expect(stripe.group()).toBeUndefined()
})

test('opens the wallet only if nothing but the card is missing, and reserves one spot and pays once (R43.2, R43.3)', async () => {
  const stripe = fakeStripe()
  const site = reserving(HELD)
  await showPart(<PaidSignUp />, { call: site.call })
  await expect.element(orByCard).toBeVisible()
  expect(await stripe.press()).toBe(false)
  await see('Please fill in all required information')()
  await expect.element(page.getByRole('link', { name: /^Card/ })).not.toBeInTheDocument()
  await fillIn()
  expect(await stripe.press()).toBe(true)
  expect(site.sent.some(({ name }) => name === 'booking.createReservation')).toBe(false)
  expect(await stripe.agree(see('Reserved.'))).toEqual({ failed: false })
  expect(stripe.asked).toMatchObject([
    ['submit'],
    [
      'confirmPayment',
      {
        clientSecret: 'pi_1_secret_1',
        confirmParams: {
          return_url: `${location.origin}/`,
          payment_method_data: { billing_details: { name: 'Ana Ortiz' } },
        },
        redirect: 'if_required',
      },
    ],
  ])
  expect(site.sent.filter(({ name }) => name === 'booking.createReservation')).toHaveLength(1)
})

test.each([
  [
    'declined',
    { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
    /^Your card was declined\. Use another card/,
    0,
  ],
  ['lost on the way', { error: { type: 'api_connection_error' } }, 'We could not reach the ranch.', 1],
  ['unclear', { error: { type: 'api_error' } }, 'Unexpected payment result', 1],
])(
  'shows after a wallet payment that is %s the same message as after a card payment (R43.3)',
  async (_, paid, words, looks) => {
    const stripe = fakeStripe({ paid })
    await showPart(<PaidSignUp />, { call: reserving(HELD).call })
    await expect.element(orByCard).toBeVisible()
    await fillIn()
    // The page does not report a failure to the wallet, because Stripe has already told the wallet the
    // result.
    expect(await stripe.agree(see(words))).toEqual({ failed: false })
    expect(stripe.asked.filter(([call]) => call === 'retrieve')).toHaveLength(looks)
  },
)

test("shows a wallet's error at the wallets and not below the card number (R43.3)", async () => {
  const words = 'Your card was declined.'
  const stripe = fakeStripe({
    paid: { error: { type: 'card_error', code: 'card_declined', message: words } },
  })
  await showPart(<PaidSignUp />, { call: reserving(HELD).call })
  await expect.element(orByCard).toBeVisible()
  await fillIn()
  await stripe.agree(see(/^Your card was declined/))
  const told = [...document.querySelectorAll('[role="alert"]')].filter((each) =>
    each.textContent.includes(words),
  )
  expect(told).toHaveLength(1)
  expect(told[0]?.closest('.wallets')).not.toBeNull()
  expect(document.querySelector('.card-fields')?.textContent).not.toContain(words)
})

test('reports a failure to the wallet, shows why, and charges nothing if the event is full (R43.3)', async () => {
  const stripe = fakeStripe()
  await showPart(<PaidSignUp />, {
    call: reserving(refused('event_full', { message: 'No spaces left.' })).call,
  })
  await expect.element(orByCard).toBeVisible()
  await fillIn()
  expect(await stripe.agree(see('No spaces left.'))).toEqual({ failed: true })
  expect(stripe.asked).toEqual([['submit']])
})

test("pays an invoice by wallet with the invoice's amount (R43.3)", async () => {
  const stripe = fakeStripe()
  const site = fakeSite(() => ok(INTENT))
  const onPaid = vi.fn()
  await showPart(
    <PayInvoiceForm
      invoice={{ id: 12, amount: 12_300, kind: 'remainder' } as never}
      uuid={UUID}
      payer={{ name: 'Ana Ortiz' }}
      payments={PAYMENTS}
      onPaid={onPaid}
      onAlreadyPaid={() => {}}
      onOutdated={() => {}}
      onClose={() => {}}
    />,
    { call: site.call },
  )
  await expect.element(orByCard).toBeVisible()
  expect(stripe.group()?.options).toMatchObject({ amount: 12_300 })
  expect(await stripe.press()).toBe(true)
  await stripe.agree(see('Your payment succeeded.'))
  expect(onPaid).toHaveBeenCalledOnce()
  expect(site.sent[0]?.input.body).toEqual({ amount: 12_300, invoiceId: 12, uuid: UUID })
})

function ChangedTable({ next }: { next: object[] }) {
  const [now, setNow] = useState<object[]>([UNPAID])
  const { totalPaid, ...money } = reservationMoney({ standing: true, price: 50_000, invoices: [], today: '' })
  const paying = { uuid: UUID, payer: { name: 'Ana Ortiz' }, payments: PAYMENTS, onPaid: () => setNow(next) }
  const stay = { id: 1, status: 'confirmed', totalDue: 50_000, totalPaid, money, options: [], party: null }
  return <InvoiceTable {...stay} paying={paying} invoices={now as never} />
}

const UNPAID = {
  id: 12,
  amount: 12_300,
  purpose: 'remainder',
  paid: false,
  refunded: 0,
  due: null,
  lines: [],
}

test.each([
  ['lowers', 10_000, '$100.00'],
  ['raises', 20_000, '$200.00'],
])(
  "shows an invoice's old and new amount and charges nothing if the venue %s the amount before the press (R3.13)",
  async (_, amount, shown) => {
    const stripe = fakeStripe()
    const site = fakeSite(({ input }) =>
      input.body?.['amount'] === amount
        ? ok(INTENT)
        : refused('amount_mismatch', { message: 'Not the sum.' }),
    )
    await showPart(<ChangedTable next={[{ ...UNPAID, amount }]} />, { call: site.call })
    await page.getByRole('button', { name: /^Pay \$123\.00 now/ }).click()
    await expect.element(orByCard).toBeVisible()
    expect(await stripe.press()).toBe(true)
    await stripe.agree(see(`The amount is now ${shown}. It was $123.00.`))
    expect(stripe.asked.filter(([call]) => call === 'confirmPayment')).toEqual([])
    await expect.element(page.getByRole('button', { name: `Pay ${shown}` })).toBeVisible()
    await expect.poll(() => stripe.group()?.options).toMatchObject({ amount })
    // After the first press showed the new amount, the second press pays it.
    expect(await stripe.press()).toBe(true)
    await stripe.agree(see('Your payment succeeded.'))
  },
)

test('says that the last press of a wallet charged nothing if the invoice was already paid (R3.13)', async () => {
  const stripe = fakeStripe()
  const site = fakeSite(() => refused('already_paid', { message: 'This invoice is already paid.' }))
  await showPart(<ChangedTable next={[{ ...UNPAID, paid: true }]} />, { call: site.call })
  await page.getByRole('button', { name: /^Pay \$123\.00 now/ }).click()
  await expect.element(orByCard).toBeVisible()
  expect(await stripe.press()).toBe(true)
  void stripe.agree(async () => {})
  await expect.element(page.getByText(/^Invoice 12, .*, is already paid\.$/)).toBeVisible()
  await expect
    .element(page.getByText('Nothing was charged when you pressed the button just now.'))
    .toBeVisible()
  expect(stripe.asked.filter(([call]) => call === 'confirmPayment')).toEqual([])
})

test.each([
  ['was paid in the meantime', [{ ...UNPAID, paid: true }], /has been paid in the meantime\.$/],
  ['is gone', [], /is no longer due\.$/],
])('replaces the card fields by an explanation if the invoice to pay %s (R3.13)', async (_, next, words) => {
  const stripe = fakeStripe()
  const site = fakeSite(() => refused('not_payable', { message: 'This invoice can no longer be paid.' }))
  await showPart(<ChangedTable next={next} />, { call: site.call })
  await page.getByRole('button', { name: /^Pay \$123\.00 now/ }).click()
  await expect.element(orByCard).toBeVisible()
  expect(await stripe.press()).toBe(true)
  void stripe.agree(async () => {})
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByText(/You were not charged/)).toBeVisible()
  expect(stripe.asked.filter(([call]) => call === 'confirmPayment')).toEqual([])
})
