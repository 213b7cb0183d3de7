// @ts-check
/* Part of stripe.js: the sandbox's address (derived from the script's own address), the errors, and the
   events. */
// The parts of stripe.js form one script, so names that look unused here are used in other parts.
// oxlint-disable no-unused-vars
const SCRIPT = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : ''
const BASE = new URL('..', SCRIPT || new URL('/dev/stripe/js/stripe.js', location.href)).href

class IntegrationError extends Error {
  name = 'IntegrationError'
}

class Emitter {
  /** @type {Map<string, Set<Function>>} */
  #handlers = new Map()
  /** @param {string} event @param {Function} handler */
  on(event, handler) {
    this.#handlers.set(event, (this.#handlers.get(event) ?? new Set()).add(handler))
    return this
  }
  /** @param {string} event @param {Function} handler */
  off(event, handler) {
    this.#handlers.get(event)?.delete(handler)
    return this
  }
  /** @param {string} event @param {unknown} payload */
  emit(event, payload) {
    for (const handler of Array.from(this.#handlers.get(event) ?? [])) handler(payload)
  }
}
