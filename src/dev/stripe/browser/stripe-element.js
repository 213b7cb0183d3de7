// @ts-check
/* Part of stripe.js: elements that appear in their own frames, among them the card fields. */
// Message ports connect to a single frame and take no origin.
// oxlint-disable unicorn/require-post-message-target-origin
// The parts of stripe.js form one script, so names that look unused here are used in other parts.
// oxlint-disable no-unused-vars

/** @typedef {'cardNumber' | 'cardExpiry' | 'cardCvc'} FieldType */
/** @type {Record<FieldType | 'expressCheckout', string>} */
const FRAME_TITLES = {
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
  expressCheckout: 'Secure express checkout frame',
}

const FRAME_STYLE = {
  display: 'block',
  width: '100%',
  height: '1.4em',
  margin: '0',
  border: '0',
  padding: '0',
  background: 'transparent',
  colorScheme: 'light',
}

class FramedElement extends Emitter {
  /** @param {Group} group @param {FieldType | 'expressCheckout'} type @param {Record<string, any>} options */
  constructor(group, type, options) {
    super()
    this.group = group
    this.type = type
    this.options = { ...options }
    /** @type {MessagePort | undefined} */
    this.port = undefined
    this.destroyed = false
    /** @type {HTMLElement | undefined} */
    this.container = undefined
    /** @type {HTMLIFrameElement | undefined} */
    this.frame = undefined
  }

  /** @param {HTMLElement} container */
  mount(container) {
    if (this.destroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.')
    if (container === this.container) return
    this.unmount()
    this.container = container
    this.frame = document.createElement('iframe')
    this.frame.title = FRAME_TITLES[this.type]
    this.frame.name = `__privateStripeFrame_${this.type}`
    this.frame.src = new URL(`elements/${this.type}`, BASE).href
    Object.assign(this.frame.style, FRAME_STYLE)
    this.frame.addEventListener('load', () => this.#connect())
    this.#label = ({ target }) => {
      if (isLabelOf(container, target)) this.focus()
    }
    document.addEventListener('click', this.#label)
    container.replaceChildren(this.frame)
  }

  /** @type {((event: MouseEvent) => void) | undefined} */
  #label

  #connect() {
    const { port1, port2 } = new MessageChannel()
    this.port = port1
    port1.addEventListener('message', ({ data }) => this.hear(data))
    port1.start()
    const message = {
      type: 'stripe-sandbox:connect',
      options: this.options,
    }
    this.frame?.contentWindow?.postMessage(structuredClone(message), new URL(BASE).origin, [port2])
  }

  /** Handles a message from the frame. @param {any} data */
  hear(data) {
    if (data.type === 'height') {
      if (this.frame && data.height > 0) this.frame.style.height = `${data.height}px`
    } else this.emit(data.type, { elementType: this.type })
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
  unmount() {
    if (this.#label) document.removeEventListener('click', this.#label)
    this.frame?.remove()
    this.frame = undefined
    this.container = undefined
    this.port?.close()
    this.port = undefined
  }
  destroy() {
    this.unmount()
    this.destroyed = true
    this.group.forget(this)
  }
}

class CardField extends FramedElement {
  /** @type {Map<string, (result: any) => void>} */
  calls = new Map()

  /** @param {any} data */
  hear(data) {
    if (data.type === 'ready') {
      this.group.introduce(this)
      this.emit('ready', { elementType: this.type })
    } else if (data.type === 'change') this.emit('change', { ...data.change, value: undefined })
    else if (data.type === 'result') {
      this.calls.get(data.call)?.(data.result)
      this.calls.delete(data.call)
    } else if (data.type === 'submit') this.#submit()
    else super.hear(data)
  }

  /** Submits the form around the field, because the Enter key does so in any form. */
  #submit() {
    const form = this.container?.closest('form')
    const button = form?.querySelector('button:not([type=button], [type=reset]), input[type=submit]')
    if (button instanceof HTMLElement) button.click()
  }

  unmount() {
    super.unmount()
    for (const answer of this.calls.values()) answer({ error: GONE })
    this.calls.clear()
  }

  /**
   * Asks the frames for a payment method, so that the page never gets the card number.
   * @param {string} key
   * @param {unknown} billing
   */
  collectMethod(key, billing) {
    const number = this.group.getElement('cardNumber')
    if (!(number instanceof CardField) || !number.port)
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

/**
 * Returns true if a click was on the container's label. The field is in a frame, so the browser itself does not
 * connect the label with it.
 * @param {HTMLElement} container @param {EventTarget | null} target
 */
function isLabelOf(container, target) {
  const label = target instanceof Element ? target.closest('label') : null
  return (
    label !== null && (label.contains(container) || (label.htmlFor !== '' && label.htmlFor === container.id))
  )
}
