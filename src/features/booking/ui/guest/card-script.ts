/** Loads the payment provider's browser script, or the sandbox's stand-in, and can be asked again after a failure. */
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

/** How this site reaches the payment provider from a browser. */
export interface PaymentsInfo {
  publishableKey: string
  /** The address of the sandbox's stand-in for the provider's script; null: the provider's own. */
  scriptUrl: string | null
}

/** Longer than any connection that can carry a payment takes. */
const LOAD_MS = 30_000

/**
 * As it comes, the script reports what is done on each page it is loaded on to m.stripe.com, and a guest's page has their private link for
 * an address (docs.stripe.com/disputes/prevention/advanced-fraud-detection). It stays loaded from one page of ours to the next, so it never
 * comes with that (docs/payments.md). The package's own loader, once told so, does not ask again after a failure: we ask ourselves, for the
 * release that the package is made for.
 */
export const PROVIDERS_SCRIPT = 'https://js.stripe.com/endive/stripe.js?advancedFraudSignals=false'

/** Rejects when the script cannot be had, or not in time; calling again tries again. */
export function loadProvider(info: PaymentsInfo): Promise<Stripe> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The payment script did not come.')), LOAD_MS)
    load(info).then(resolve, reject)
  })
}

async function load({ publishableKey, scriptUrl }: PaymentsInfo): Promise<Stripe> {
  await loadScript(scriptUrl ?? PROVIDERS_SCRIPT)
  const provider = await loadStripe(publishableKey)
  if (provider === null) throw new Error('The payment script gave nothing.')
  return provider
}

/** The script defines `window.Stripe`, so that `loadStripe` finds it and asks for none. */
function loadScript(address: string): Promise<void> {
  if (window.Stripe) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The payment script did not load.'))
    })
    document.head.append(script)
  })
}
