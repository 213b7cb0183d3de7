// @ts-check
/* Part of stripe.js: a group of fields that belong to one payment form. */
// Message ports connect to a single frame and take no origin.
// oxlint-disable unicorn/require-post-message-target-origin
// The parts of stripe.js form one script, so names that look unused here are used in other parts.
// oxlint-disable no-unused-vars

/** The result of `stripe.elements()`: a group with at most one field of each type. */
class Group {
  /** @param {Record<string, any>} options */
  constructor(options) {
    this.options = { ...options }
    /** @type {Map<string, FramedElement>} */
    this.fields = new Map()
    /** True if `submit` was called since the wallet was opened. */
    this.submitted = false
  }

  /** @param {string} type @param {Record<string, any>} [options] */
  create(type, options = {}) {
    if (!(type in FRAME_TITLES))
      throw new IntegrationError(
        `The payment sandbox has no Element of type ${type}: only ${Object.keys(FRAME_TITLES).join(', ')}.`,
      )
    if (this.fields.has(type))
      throw new IntegrationError(`Can only create one Element of type ${type} through an Elements instance.`)
    const element =
      type === 'expressCheckout'
        ? new ExpressCheckout(this, options)
        : new CardField(this, /** @type {FieldType} */ (type), options)
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
  update(options) {
    Object.assign(this.options, options)
  }
  async submit() {
    this.submitted = true
    return {}
  }

  /** @param {FramedElement} element */
  forget(element) {
    if (this.fields.get(element.type) === element) this.fields.delete(element.type)
  }

  /**
   * Connects the frame of the card number to each other frame, by a separate channel for each.
   * @param {CardField} newcomer
   */
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
