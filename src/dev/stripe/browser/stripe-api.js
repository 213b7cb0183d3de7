// @ts-check
/* Part of stripe.js: `window.Stripe` with the functions that the site uses. All others throw a clear error. */

const UNREACHABLE = {
  type: 'api_connection_error',
  message: 'An unexpected error occurred while contacting the payment provider. Please try again.',
}
const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
const ABSENT = `confirmSetup confirmCardSetup createSource createConfirmationToken paymentRequest
  initCheckoutElementsSdk initCheckoutFormSdk createEmbeddedCheckoutPage collectBankAccountForPayment
  retrieveSetupIntent verifyIdentity createRadarSession createToken createPaymentMethod handleNextAction
  handleCardAction`.split(/\s+/)

class StripeInstance {
  /** @param {string} key */
  constructor(key) {
    this.key = key
    /** @type {unknown[]} */
    this.wrappers = []
    for (const name of ABSENT)
      Object.defineProperty(this, name, {
        value() {
          throw new IntegrationError(`The payment sandbox has no stripe.${name}().`)
        },
      })
  }

  elements(options = {}) {
    return new Group(options)
  }

  /**
   * @param {string} clientSecret
   * @param {import('@stripe/stripe-js').ConfirmCardPaymentData} [data]
   * @param {import('@stripe/stripe-js').ConfirmCardPaymentOptions} [options]
   */
  async confirmCardPayment(clientSecret, data = {}, options = {}) {
    checkSecret('confirmCardPayment', clientSecret)
    checkPlayed('data', data, ['payment_method'])
    checkPlayed('options', options, [])
    if (typeof data.payment_method === 'object')
      checkPlayed('data.payment_method', data.payment_method, ['card', 'billing_details'])
    return this.#confirm(clientSecret, await this.#method(data.payment_method))
  }

  /**
   * Pays through the group's Express Checkout Element.
   * @param {{ elements: any, clientSecret: string, confirmParams?: any, redirect: string }} order
   */
  async confirmPayment({ elements, clientSecret, confirmParams = {}, redirect, ...others }) {
    checkPlayed(
      'options',
      { ...others, ...(redirect === 'if_required' ? {} : { redirect }) },
      [],
      'confirmPayment',
    )
    checkPlayed('confirmParams', confirmParams, ['return_url', 'payment_method_data'], 'confirmPayment')
    const data = confirmParams.payment_method_data ?? {}
    checkPlayed('confirmParams.payment_method_data', data, ['billing_details'], 'confirmPayment')
    const wallet = confirmingWallet(elements)
    checkSecret('confirmPayment', clientSecret)
    const result = await this.#payBy(elements, clientSecret, data)
    wallet.close()
    return result
  }

  /** @param {Group} group @param {string} clientSecret @param {any} data */
  async #payBy(group, clientSecret, data) {
    const { paymentIntent, error } = await this.retrievePaymentIntent(clientSecret)
    if (error) return { error }
    const message = differenceOf(group.options, paymentIntent)
    if (message !== null) return { error: { type: 'invalid_request_error', message } }
    const form = new URLSearchParams({ type: 'card', 'card[token]': WALLET_TOKEN })
    for (const [name, value] of Object.entries(data.billing_details ?? {}))
      form.set(`billing_details[${name}]`, String(value))
    return this.#confirm(clientSecret, await this.#call('payment_methods', form))
  }

  /** @param {string} clientSecret @param {{ id: string, error?: any }} method */
  async #confirm(clientSecret, method) {
    if (method.error) return { error: method.error }
    const form = new URLSearchParams({
      client_secret: clientSecret,
      use_stripe_sdk: 'true',
      payment_method: method.id,
    })
    const reply = await this.#call(`payment_intents/${intentId(clientSecret)}/confirm`, form)
    return reply.error ? { error: reply.error } : this.#act(reply, clientSecret)
  }

  /** @param {any} choice `{card, billing_details}` */
  async #method(choice) {
    if (!(choice?.card instanceof CardField))
      throw new IntegrationError('Invalid value for card: it should be an Element.')
    const made = await choice.card.collectMethod(this.key, plain(choice.billing_details))
    return { id: made.paymentMethod?.id, error: made.error }
  }

  /** @param {string} clientSecret */
  async retrievePaymentIntent(clientSecret) {
    checkSecret('retrievePaymentIntent', clientSecret)
    const query = new URLSearchParams({ client_secret: clientSecret })
    const reply = await this.#call(`payment_intents/${intentId(clientSecret)}?${query}`)
    return reply.error ? { error: reply.error } : { paymentIntent: reply }
  }

  /** @param {any} intent @param {string} clientSecret @returns {Promise<{ paymentIntent?: any, error?: any }>} */
  async #act(intent, clientSecret) {
    const action = intent.next_action
    if (intent.status !== 'requires_action' || !action) return { paymentIntent: intent }
    const link = action.use_stripe_sdk?.stripe_js ?? ''
    try {
      await askBank(new URL(link).pathname.split('/').pop() ?? '', clientSecret)
    } catch {
      return { error: UNREACHABLE }
    }
    const { paymentIntent, error } = await this.retrievePaymentIntent(clientSecret)
    if (error) return { error }
    const failure = paymentIntent.status === 'requires_payment_method' && paymentIntent.last_payment_error
    if (!failure) return { paymentIntent }
    const { code, message } = failure
    const said = code === 'payment_intent_authentication_failure' ? AUTHENTICATION_FAILED : message
    return { error: { ...failure, message: said, payment_intent: paymentIntent } }
  }

  /** @param {string} path @param {URLSearchParams} [form] @returns {Promise<any>} */
  async #call(path, form) {
    try {
      const response = await fetch(new URL(`v1/${path}`, BASE), {
        headers: { authorization: `Bearer ${this.key}` },
        ...(form ? { method: 'POST', body: form } : {}),
      })
      return await response.json()
    } catch {
      return { error: UNREACHABLE }
    }
  }

  /** @param {unknown} wrapper */
  _registerWrapper(wrapper) {
    this.wrappers.push(wrapper)
  }
  /** @param {unknown} info */
  registerAppInfo(info) {
    this.wrappers.push(info)
  }
}

/** @param {unknown} value */
const plain = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** @param {string} clientSecret */
const intentId = (clientSecret) => clientSecret.split('_secret_')[0]

/**
 * Throws on an option that the stand-in does not support, instead of ignoring it. @param {string} what @param
 * {object} given @param {string[]} played
 */
function checkPlayed(what, given, played, call = 'confirmCardPayment') {
  const other = Object.keys(given).find((name) => !played.includes(name))
  if (other === undefined) return
  throw new IntegrationError(`The payment sandbox does not play ${what}.${other} of ${call}.`)
}

/** @param {string} call @param {unknown} secret */
function checkSecret(call, secret) {
  if (typeof secret === 'string' && /^pi_\w+_secret_\w+$/.test(secret)) return
  throw new IntegrationError(
    `Invalid value for stripe.${call} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
  )
}

/** @param {string} key */
function Stripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_'))
    throw new IntegrationError('Please call Stripe() with your publishable key. It starts with "pk_".')
  return new StripeInstance(key)
}
/** The release that @stripe/stripe-js 10 expects. */
Stripe.version = 'endive'

Object.assign(window, { Stripe })
