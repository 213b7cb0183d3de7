import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import { useHydrated } from '#app/ui/tab-store.ts'
import { isPaymentDocument } from '#shared/wallets.ts'
import type { SiteInfo } from './server-context.ts'

/**
 * Returns the facts about the site. Returns null on an error page if the root loader did not run and the
 * error does not contain these facts.
 */
export function useSite(): SiteInfo | null {
  const error = useRouteError()
  const root = useRouteLoaderData('root') as { site: SiteInfo } | undefined
  const told = isRouteErrorResponse(error) ? (error.data as { site?: SiteInfo } | null) : null
  return root?.site ?? told?.site ?? null
}

/**
 * Returns the properties of a link to a page with a card form. If the current document lacks headers that
 * wallets need, the link must load a new document.
 */
export function useCardFormLink(): { reloadDocument: boolean } {
  const started = useHydrated()
  const site = useSite()
  return { reloadDocument: started && site?.payments.wallets === true && !isPaymentDocument() }
}
