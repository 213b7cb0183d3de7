// @ts-check
/**
 * Creates a payment method from the frames that belong to one card form. This code runs in the frame of the
 * card number.
 */
// Message ports connect to a single frame and take no origin.
// oxlint-disable unicorn/require-post-message-target-origin
import { INCOMPLETE } from './card-rules.js'

/** @typedef {{ value: any, complete: boolean }} Part */

const OFFLINE = {
  type: 'api_connection_error',
  message: 'An unexpected error occurred while contacting the payment provider. Please try again.',
}

/**
 * @param {Part} number
 * @param {Map<string, MessagePort>} peers
 * @param {{ key: string, billing?: unknown }} order
 * @returns {Promise<{ paymentMethod: any } | { error: any }>}
 */
export async function createMethod(number, peers, { key, billing }) {
  const expiry = await ask(peers.get('cardExpiry'))
  const cvc = await ask(peers.get('cardCvc'))
  if (!number.complete) return { error: INCOMPLETE.cardNumber }
  if (!expiry?.complete) return { error: INCOMPLETE.cardExpiry }
  if (cvc !== undefined && !cvc.complete) return { error: INCOMPLETE.cardCvc }
  const form = new URLSearchParams({
    type: 'card',
    'card[number]': number.value,
    'card[exp_month]': String(expiry.value.month),
    'card[exp_year]': String(expiry.value.year),
  })
  if (cvc !== undefined) form.set('card[cvc]', cvc.value)
  addNested(form, 'billing_details', billing)
  try {
    const response = await fetch('../v1/payment_methods', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    })
    const reply = await response.json()
    return reply.error ? { error: reply.error } : { paymentMethod: reply }
  } catch {
    return { error: OFFLINE }
  }
}

/** @param {MessagePort | undefined} port @returns {Promise<Part | undefined>} */
function ask(port) {
  if (port === undefined) return Promise.resolve(undefined)
  const id = crypto.randomUUID()
  return new Promise((resolve) => {
    const timer = setTimeout(done, 2000)
    /** @param {Part | undefined} [part] */
    function done(part) {
      clearTimeout(timer)
      port?.removeEventListener('message', hear)
      resolve(part)
    }
    /** @param {MessageEvent} event */
    function hear({ data }) {
      if (data.answer === id) done({ value: data.value, complete: data.complete })
    }
    port.addEventListener('message', hear)
    port.postMessage({ ask: id })
  })
}

/** @param {URLSearchParams} form @param {string} name @param {unknown} value */
function addNested(form, name, value) {
  if (value === null || value === undefined) return
  if (typeof value !== 'object') return form.set(name, String(value))
  for (const [key, inner] of Object.entries(value)) addNested(form, `${name}[${key}]`, inner)
}
