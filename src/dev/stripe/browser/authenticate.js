// @ts-check
/**
 * The bank's page in the overlay. Focuses the first button. After the answer, it notifies the page around the
 * frame.
 */
const { source, answered } = document.body.dataset
const refusal = document.querySelector('button[value=fail]')

if (answered === undefined) document.querySelector('button')?.focus()
else if (window.parent !== window)
  window.parent.postMessage({ type: 'stripe-sandbox:answered', source }, location.origin)

// The dialog around the frame never gets the frame's key presses, so Escape is handled here.
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && refusal instanceof HTMLElement) refusal.click()
})
