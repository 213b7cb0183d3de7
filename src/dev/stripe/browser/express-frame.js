// @ts-check
/** The wallet's button in its frame. It reports to the page around it whether a wallet exists, and clicks. */
// Message ports connect to a single frame and take no origin.
// oxlint-disable unicorn/require-post-message-target-origin

const button = document.querySelector('button')
/** @type {MessagePort | undefined} */
let page

/** @param {Record<string, unknown>} message */
const tell = (message) => page?.postMessage(message)

button?.addEventListener('click', () => tell({ type: 'click' }))
button?.addEventListener('focus', () => tell({ type: 'focus' }))
button?.addEventListener('blur', () => tell({ type: 'blur' }))
button?.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') tell({ type: 'escape' })
})

// Only the page around the frame, with the same origin, may connect, and only once.
window.addEventListener('message', ({ data, origin, source, ports }) => {
  if (origin !== location.origin || source !== window.parent || page !== undefined) return
  if (data?.type !== 'stripe-sandbox:connect' || !ports[0]) return
  page = ports[0]
  page.start()
  const height = Number(data.options.buttonHeight ?? 44)
  if (button) button.style.height = `${height}px`
  // Adds room for the focus ring around the button.
  if (button) tell({ type: 'height', height: height + 8 })
  tell({ type: 'ready', available: button !== null })
})
