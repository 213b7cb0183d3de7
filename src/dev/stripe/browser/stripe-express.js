// @ts-check
/* Part of stripe.js: the Express Checkout Element with its one wallet, "Sandbox Pay", and the wallet's
   payment sheet. */
// The parts of stripe.js form one script, so names that look unused here are used in other parts.
// oxlint-disable no-unused-vars

/** Token of the wallet's card at the sandbox's API: Visa 4242 by Apple Pay. */
const WALLET_TOKEN = 'tok_sandbox_pay'
/** The page must react to a click within this time, in milliseconds. Otherwise the wallet does not open. */
const CLICK_MS = 1000
const WALLET = { elementType: 'expressCheckout', expressPaymentType: 'apple_pay' }
const NO_WALLETS = {
  amazonPay: false,
  applePay: false,
  googlePay: false,
  klarna: false,
  link: false,
  paypal: false,
}

class ExpressCheckout extends FramedElement {
  /** @param {Group} group @param {Record<string, any>} options */
  constructor(group, options) {
    super(group, 'expressCheckout', options)
    const { mode, amount, currency } = group.options
    if (mode !== 'payment' || !Number.isInteger(amount) || currency !== 'usd')
      throw new IntegrationError(
        "The payment sandbox plays the Express Checkout Element in a group of mode 'payment' with an amount of usd alone.",
      )
    /** @type {HTMLDialogElement | undefined} the open sheet */
    this.sheet = undefined
    /** True between the guest's confirmation and the result of the payment. */
    this.confirming = false
  }

  /** @param {any} data */
  hear(data) {
    if (data.type === 'ready') {
      const availablePaymentMethods = data.available ? { ...NO_WALLETS, applePay: true } : undefined
      this.emit('ready', { elementType: 'expressCheckout', availablePaymentMethods })
    } else if (data.type === 'click') void this.#open()
    else super.hear(data)
  }

  async #open() {
    if (this.sheet) return
    const allowed = await new Promise((decide) => {
      const timer = setTimeout(() => decide(false), CLICK_MS)
      const answer = (/** @type {boolean} */ may) => () => {
        clearTimeout(timer)
        decide(may)
      }
      this.emit('click', { ...WALLET, resolve: answer(true), reject: answer(false) })
    })
    if (!allowed || this.destroyed || this.sheet) return
    this.group.submitted = false
    this.sheet = showSheet(this.group.options['amount'], {
      pay: () => {
        this.confirming = true
        this.emit('confirm', { ...WALLET, paymentFailed: () => this.close() })
      },
      cancel: () => {
        this.close()
        this.emit('cancel', { elementType: 'expressCheckout' })
      },
    })
  }

  close() {
    this.confirming = false
    this.sheet?.close()
    this.sheet?.remove()
    this.sheet = undefined
  }
  unmount() {
    super.unmount()
    this.close()
  }
}

/**
 * Returns the group's wallet after the guest confirmed the payment; throws otherwise. @param {any} group
 * @returns {ExpressCheckout}
 */
function confirmingWallet(group) {
  const wallet = group instanceof Group ? group.fields.get('expressCheckout') : undefined
  if (!(wallet instanceof ExpressCheckout))
    throw new IntegrationError(
      'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element or Express Checkout Element.',
    )
  if (!wallet.confirming)
    throw new IntegrationError(
      'Element confirming payment is "expressCheckout", but stripe.confirmPayment() was not called within the "confirm" event.',
    )
  if (!wallet.group.submitted)
    throw new IntegrationError('elements.submit() must be called before stripe.confirmPayment().')
  return wallet
}

/** @param {string[] | undefined} list */
const typesOf = (list) => JSON.stringify([...(list ?? [])].sort())

/**
 * Describes the difference between the group's options and the intent; null if there is none. @param
 * {Record<string, any>} group @param {any} intent
 */
function differenceOf(group, intent) {
  for (const [name, expected, provided] of [
    ['amount', intent.amount, group['amount']],
    ['currency', intent.currency, group['currency']],
    ['setup_future_usage', intent.setup_future_usage, group['setupFutureUsage'] ?? null],
    [
      'payment_method_types',
      typesOf(intent.payment_method_types),
      typesOf(group['allowedPaymentMethodTypes']),
    ],
  ])
    if (expected !== provided)
      return `The provided ${name} (${provided}) does not match the expected ${name} (${expected}).`
  return null
}

/**
 * Shows the wallet's own sheet over the page. The guest can pay or cancel once. The sheet stays open until the
 * page closes it.
 * @param {number} amount @param {{ pay: () => void, cancel: () => void }} told
 */
function showSheet(amount, { pay, cancel }) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Sandbox Pay')
  Object.assign(dialog.style, DIALOG_STYLE)
  const panel = document.createElement('div')
  Object.assign(panel.style, SHEET_STYLE)
  const words = document.createElement('p')
  words.textContent = `Pay $${(amount / 100).toFixed(2)} with the card of this wallet, Visa 4242? No money moves.`
  const sure = sheetButton('Pay')
  const not = sheetButton('Cancel')
  const ask = { answered: false }
  const once = (/** @type {() => void} */ then) => () => {
    if (ask.answered) return
    ask.answered = true
    sure.disabled = not.disabled = true
    then()
  }
  sure.addEventListener('click', once(pay))
  not.addEventListener('click', once(cancel))
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    not.click()
  })
  panel.append(words, sure, not)
  dialog.append(panel)
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

const SHEET_STYLE = {
  display: 'grid',
  gap: '12px',
  width: 'min(100%, 22rem)',
  boxSizing: 'border-box',
  borderRadius: '4px',
  padding: '24px',
  background: '#fff',
  color: '#1c1914',
  colorScheme: 'light',
}

/** @param {string} words */
function sheetButton(words) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = words
  Object.assign(button.style, {
    minHeight: '48px',
    border: '2px solid #1c1914',
    borderRadius: '4px',
    background: words === 'Pay' ? '#1c1914' : '#fff',
    color: words === 'Pay' ? '#fff' : '#1c1914',
    font: 'inherit',
    cursor: 'pointer',
  })
  return button
}
