// @ts-check
/**
 * One card field in its frame. It tells the page around it whether the field is empty, complete or wrong, and
 * never passes on the digits.
 */
// Message ports connect to a single frame and take no origin.
// oxlint-disable unicorn/require-post-message-target-origin
import {
  brandOf,
  checkCvc,
  checkExpiry,
  checkNumber,
  cvcLength,
  formatExpiry,
  groupNumber,
  INCOMPLETE,
  numberDigits,
  readExpiry,
} from './card-rules.js'
import { applyStyle } from './frame-style.js'
import { createMethod } from './frame-method.js'

/** @typedef {'cardNumber' | 'cardExpiry' | 'cardCvc'} FieldType */
/** @typedef {import('./card-rules.js').FieldState} FieldState */

const field = /** @type {FieldType} */ (document.body.dataset['element'])
const input = /** @type {HTMLInputElement} */ (document.querySelector('input'))
const note = /** @type {HTMLElement} */ (document.querySelector('#note'))
const peers = /** @type {Map<string, MessagePort>} */ (new Map())

/** @type {MessagePort | undefined} */
let page
let brand = 'unknown'
let left = false
let last = ''

/** @param {Record<string, unknown>} message */
const tell = (message) => page?.postMessage(message)

/** Returns the field's content, for the other frames of the same card form. */
function value() {
  if (field === 'cardExpiry') return readExpiry(input.value)
  return input.value.replace(/\D/g, '')
}

/** @returns {FieldState} */
function state() {
  const digits = input.value.replace(/\D/g, '')
  if (field === 'cardNumber') return checkNumber(digits)
  if (field === 'cardExpiry') return checkExpiry(input.value, new Date())
  return checkCvc(digits, brand)
}

/** Reports a change to the page. Incomplete input counts as an error only after the field loses focus. */
function report() {
  const now = state()
  const error = now.error ?? (left && !now.empty && !now.complete ? INCOMPLETE[field] : undefined)
  const change = { elementType: field, empty: now.empty, complete: now.complete, error, brand: undefined }
  const shown = field === 'cardNumber' ? { ...change, brand } : change
  input.setAttribute('aria-invalid', String(error !== undefined))
  note.textContent = error?.message ?? ''
  document.body.dataset['state'] = error
    ? 'invalid'
    : now.complete
      ? 'complete'
      : now.empty
        ? 'empty'
        : 'base'
  const key = JSON.stringify(shown)
  // Keeps the state until a page connects.
  if (page === undefined || key === last) return
  tell({ type: 'change', change: shown })
  last = key
}

/** @param {boolean} deleting */
function format(deleting) {
  const before = input.value
  const caret = input.selectionStart ?? before.length
  const digitsLeft = before.slice(0, caret).replace(/\D/g, '').length
  const after = formatted(before, deleting)
  if (after === before) return
  input.value = after
  if (caret === before.length) return
  let at = 0
  for (let seen = 0; seen < digitsLeft && at < after.length; at += 1)
    if (/\d/.test(after[at] ?? '')) seen += 1
  input.setSelectionRange(at, at)
}

/** @param {string} text @param {boolean} deleting */
function formatted(text, deleting) {
  if (field === 'cardNumber') return groupNumber(numberDigits(text))
  if (field === 'cardExpiry') return formatExpiry(text, deleting)
  return text.replace(/\D/g, '').slice(0, cvcLength(brand))
}

input.addEventListener('input', (event) => {
  const kind = event instanceof InputEvent ? event.inputType : ''
  format(kind.startsWith('delete'))
  left = false
  if (field === 'cardNumber') {
    brand = brandOf(input.value.replace(/\D/g, ''))
    for (const port of peers.values()) port.postMessage({ brand })
  }
  report()
})
input.addEventListener('focus', () => tell({ type: 'focus' }))
input.addEventListener('blur', () => {
  left = true
  report()
  tell({ type: 'blur' })
})
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') tell({ type: 'escape' })
  if (key === 'Enter') tell({ type: 'submit' })
})

/** @param {Record<string, unknown>} options */
function update(options) {
  applyStyle(options['style'])
  tell({ type: 'height', height: input.offsetHeight })
}

/** @param {string} part @param {MessagePort} port */
function addPeer(part, port) {
  peers.set(part, port)
  port.addEventListener('message', ({ data }) => {
    if (data.brand !== undefined) {
      brand = data.brand
      report()
    }
    if (data.ask !== undefined)
      port.postMessage({ answer: data.ask, value: value(), complete: state().complete })
  })
  port.start()
  if (field === 'cardNumber') port.postMessage({ brand })
}

/** @param {any} data @param {readonly MessagePort[]} ports */
async function obey(data, ports) {
  if (data.type === 'update') update(data.options)
  if (data.type === 'focus') input.focus()
  if (data.type === 'peer' && ports[0]) addPeer(data.part, ports[0])
  if (data.type === 'createPaymentMethod') {
    const own = { value: value(), complete: state().complete }
    tell({ type: 'result', call: data.call, result: await createMethod(own, peers, data) })
  }
}

// Only the page around the frame, with the same origin, may connect, and only once.
window.addEventListener('message', ({ data, origin, source, ports }) => {
  if (origin !== location.origin || source !== window.parent || page !== undefined) return
  if (data?.type !== 'stripe-sandbox:connect' || !ports[0]) return
  page = ports[0]
  page.addEventListener('message', (event) => void obey(event.data, event.ports))
  page.start()
  update(data.options)
  tell({ type: 'ready' })
  // The browser may have filled in the field before the page connected.
  if (input.value !== '') input.dispatchEvent(new Event('input'))
})
