// @ts-check
/** The bank's page in the overlay: the first answer has the focus; once answered, the page around it is told. */
const { source, answered } = document.body.dataset
if (answered === undefined) document.querySelector('button')?.focus()
else if (window.parent !== window)
  window.parent.postMessage({ type: 'stripe-sandbox:answered', source }, location.origin)
