// @ts-check
/* Part of stripe.js: what its other parts throw, and how they tell the page what happens. */
// The parts of stripe.js are one script: what looks unused here is used in another part.
// oxlint-disable no-unused-vars

class IntegrationError extends Error {
  name = 'IntegrationError'
}

/** Handlers by event name. */
class Emitter {
  /** @type {Map<string, Set<Function>>} */
  #handlers = new Map()
  /** @param {string} event @param {Function} handler */
  on(event, handler) {
    this.#handlers.set(event, (this.#handlers.get(event) ?? new Set()).add(handler))
    return this
  }
  /** @param {string} event @param {Function} [handler] */
  off(event, handler) {
    if (handler === undefined) this.#handlers.delete(event)
    else this.#handlers.get(event)?.delete(handler)
    return this
  }
  /** @param {string} event @param {Function} handler */
  once(event, handler) {
    const once = (/** @type {unknown} */ payload) => {
      this.off(event, once)
      handler(payload)
    }
    return this.on(event, once)
  }
  /** @param {string} event @param {unknown} payload */
  emit(event, payload) {
    for (const handler of Array.from(this.#handlers.get(event) ?? [])) handler(payload)
  }
}
