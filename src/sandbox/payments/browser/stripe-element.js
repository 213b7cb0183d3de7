// @ts-check
/* Part of stripe.js, which is served as one script: a card field on the page, and the group it belongs to. */

// Ports go to one frame alone and take no origin.
// oxlint-disable unicorn/require-post-message-target-origin
// The parts of stripe.js are one script: what looks unused here is used in another part.
// oxlint-disable no-unused-vars

/** @typedef {'cardNumber' | 'cardExpiry' | 'cardCvc'} FieldType */
/** @type {Record<FieldType, string>} */
const FRAME_TITLES = {
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
}

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

class CardField extends Emitter {
  /** @param {Group} group @param {FieldType} type @param {Record<string, any>} options */
  constructor(group, type, options) {
    super()
    this.group = group
    this.type = type
    this.options = { ...options }
    /** @type {MessagePort | undefined} */
    this.port = undefined
    /** @type {Map<string, (result: any) => void>} */
    this.calls = new Map()
    this.destroyed = false
    /** @type {HTMLElement | undefined} */
    this.container = undefined
    /** @type {HTMLIFrameElement | undefined} */
    this.frame = undefined
  }

  /** @param {string | HTMLElement} target */
  mount(target) {
    if (this.destroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.')
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (!(container instanceof HTMLElement))
      throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements.`)
    if (container === this.container) return
    this.unmount()
    this.container = container
    this.frame = document.createElement('iframe')
    this.frame.title = FRAME_TITLES[this.type]
    this.frame.name = `__privateStripeFrame_${this.type}`
    this.frame.src = new URL(`elements/${this.type}`, BASE).href
    Object.assign(this.frame.style, { border: '0', display: 'block', width: '100%', height: '1.4em' })
    Object.assign(this.frame.style, {
      margin: '0',
      padding: '0',
      background: 'transparent',
      colorScheme: 'light',
    })
    this.frame.addEventListener('load', () => this.#connect())
    this.#label = (event) => {
      const target = event.target instanceof Node ? event.target : null
      const label =
        target?.parentElement?.closest('label') ?? (target instanceof HTMLLabelElement ? target : null)
      const own =
        label && (label.contains(container) || (label.htmlFor !== '' && label.htmlFor === container.id))
      if (own) this.focus()
    }
    document.addEventListener('click', this.#label)
    container.replaceChildren(this.frame)
    this.#classes({ empty: true, complete: false, error: undefined })
  }

  /** @type {((event: MouseEvent) => void) | undefined} */
  #label

  #connect() {
    const { port1, port2 } = new MessageChannel()
    this.port = port1
    port1.addEventListener('message', ({ data }) => this.#hear(data))
    port1.start()
    const message = {
      type: 'stripe-sandbox:connect',
      options: this.options,
      fonts: this.group.options['fonts'],
    }
    this.frame?.contentWindow?.postMessage(structuredClone(message), new URL(BASE).origin, [port2])
  }

  /** @param {any} data */
  #hear(data) {
    if (data.type === 'ready') {
      this.group.introduce(this)
      this.emit('ready', { elementType: this.type })
    } else if (data.type === 'change') {
      this.#classes(data.change)
      this.emit('change', { ...data.change, value: undefined })
    } else if (data.type === 'height') {
      if (this.frame && data.height > 0) this.frame.style.height = `${data.height}px`
    } else if (data.type === 'result') {
      this.calls.get(data.call)?.(data.result)
      this.calls.delete(data.call)
    } else if (data.type === 'submit') this.#submit()
    else {
      if (data.type !== 'escape')
        this.container?.classList.toggle(this.#class('focus'), data.type === 'focus')
      this.emit(data.type, { elementType: this.type })
    }
  }

  /** Enter in a field does what it does in any form. */
  #submit() {
    const form = this.container?.closest('form')
    const button = form?.querySelector('button:not([type=button], [type=reset]), input[type=submit]')
    if (button instanceof HTMLElement) button.click()
  }

  /** @param {'base' | 'focus' | 'complete' | 'empty' | 'invalid'} state */
  #class(state) {
    const standard = state === 'base' ? 'StripeElement' : `StripeElement--${state}`
    return this.options['classes']?.[state] ?? standard
  }

  /** @param {{ empty: boolean, complete: boolean, error: unknown }} change */
  #classes(change) {
    const list = this.container?.classList
    list?.add(this.#class('base'))
    list?.toggle(this.#class('empty'), change.empty)
    list?.toggle(this.#class('complete'), change.complete)
    list?.toggle(this.#class('invalid'), change.error !== undefined)
  }

  /** @param {Record<string, any>} options */
  update(options) {
    Object.assign(this.options, options)
    this.port?.postMessage({ type: 'update', options: structuredClone(this.options) })
  }
  focus() {
    this.frame?.focus()
    this.port?.postMessage({ type: 'focus' })
  }
  blur() {
    this.port?.postMessage({ type: 'blur' })
  }
  clear() {
    this.port?.postMessage({ type: 'clear' })
  }
  unmount() {
    if (this.#label) document.removeEventListener('click', this.#label)
    this.frame?.remove()
    this.frame = undefined
    this.container = undefined
    this.port?.close()
    this.port = undefined
    for (const answer of this.calls.values()) answer({ error: GONE })
    this.calls.clear()
  }
  destroy() {
    this.unmount()
    this.destroyed = true
    this.group.forget(this)
  }

  /** Asks the frames for a payment method; the page never has the number. @param {string} key @param {unknown} billing */
  collectMethod(key, billing) {
    const number = this.group.getElement('cardNumber')
    if (!number?.port)
      throw new IntegrationError(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      )
    const call = crypto.randomUUID()
    return new Promise((resolve) => {
      number.calls.set(call, resolve)
      number.port?.postMessage({ type: 'createPaymentMethod', call, key, billing })
    })
  }
}

const GONE = { type: 'validation_error', message: 'The card fields were closed. Please try again.' }

/** What `stripe.elements()` gives: one field of each type. */
class Group extends Emitter {
  /** @param {Record<string, any>} options */
  constructor(options) {
    super()
    this.options = { ...options }
    /** @type {Map<string, CardField>} */
    this.fields = new Map()
  }

  /** @param {string} type @param {Record<string, any>} [options] */
  create(type, options = {}) {
    if (!(type in FRAME_TITLES))
      throw new IntegrationError(
        `The payment sandbox has no Element of type ${type}: only ${Object.keys(FRAME_TITLES).join(', ')}.`,
      )
    if (this.fields.has(type))
      throw new IntegrationError(`Can only create one Element of type ${type} through an Elements instance.`)
    const element = new CardField(this, /** @type {FieldType} */ (type), options)
    this.fields.set(type, element)
    return element
  }

  /** @param {string | { __elementType?: string }} type a name, or the React component */
  getElement(type) {
    // oxlint-disable-next-line no-underscore-dangle -- the React package's own name
    const name = typeof type === 'string' ? type : (type?.__elementType ?? '')
    return this.fields.get(name) ?? null
  }

  /** @param {Record<string, any>} options */
  async update(options) {
    Object.assign(this.options, options)
    this.emit('update-end', undefined)
  }
  async fetchUpdates() {
    return {}
  }
  async submit() {
    return {}
  }

  /** @param {CardField} element */
  forget(element) {
    if (this.fields.get(element.type) === element) this.fields.delete(element.type)
  }

  /** Gives the number's frame a line of its own to each other frame. @param {CardField} newcomer */
  introduce(newcomer) {
    const number = this.fields.get('cardNumber')
    if (!number?.port) return
    const others = newcomer === number ? [...this.fields.values()] : [newcomer]
    for (const other of others) {
      if (other === number || !other.port) continue
      const { port1, port2 } = new MessageChannel()
      number.port.postMessage({ type: 'peer', part: other.type }, [port1])
      other.port.postMessage({ type: 'peer', part: 'cardNumber' }, [port2])
    }
  }
}
