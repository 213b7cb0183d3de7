// @ts-check
/* Part of stripe.js: shows the page of the cardholder's bank in a dialog (3-D Secure). */
// The parts of stripe.js form one script, so names that look unused here are used in other parts.
// oxlint-disable no-unused-vars

/** Sets every property of the style, because the page's own style sheet may style dialogs and frames. */
const DIALOG_STYLE = {
  position: 'fixed',
  inset: '0',
  boxSizing: 'border-box',
  display: 'grid',
  placeItems: 'center',
  width: '100vw',
  maxWidth: 'none',
  height: '100dvh',
  maxHeight: 'none',
  margin: '0',
  border: '0',
  padding: '0',
  background: 'rgb(13 21 48 / 0.6)',
}
const BANK_STYLE = {
  width: 'min(100%, 32rem)',
  height: 'min(100%, 24rem)',
  border: '0',
  borderRadius: '4px',
}

/**
 * Shows the bank's page until it is answered. Closing it with Escape counts as a refusal.
 * @param {string} source @param {string} clientSecret
 */
async function askBank(source, clientSecret) {
  const url = new URL(`authenticate/${encodeURIComponent(source)}`, BASE)
  url.searchParams.set('client_secret', clientSecret)
  url.searchParams.set('overlay', '1')
  const answered = await showBank(url, source)
  if (!answered) await fetch(url, { method: 'POST', body: new URLSearchParams({ answer: 'fail' }) })
}

/** @param {URL} url @param {string} source @returns {Promise<boolean>} */
function showBank(url, source) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', '3D Secure authentication')
  Object.assign(dialog.style, DIALOG_STYLE)
  const frame = document.createElement('iframe')
  frame.title = '3D Secure authentication'
  frame.name = '__privateStripeFrame_authentication'
  frame.src = url.href
  Object.assign(frame.style, BANK_STYLE)
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
  frame.focus()
  return new Promise((resolve) => {
    /** @param {boolean} answered */
    const end = (answered) => {
      window.removeEventListener('message', hear)
      dialog.close()
      dialog.remove()
      resolve(answered)
    }
    /** @param {MessageEvent} event */
    const hear = ({ data, origin, source: sender }) => {
      if (origin !== new URL(BASE).origin || sender !== frame.contentWindow) return
      if (data?.type === 'stripe-sandbox:answered' && data.source === source) end(true)
    }
    window.addEventListener('message', hear)
    dialog.addEventListener('cancel', () => end(false))
  })
}
