import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import { useHydrated } from '#app/ui/tab-store.ts'
import { isPaymentDocument } from '#shared/wallets.ts'
import type { SiteInfo } from './server-context.ts'

/**
 * Returns the site's facts. Null on an error page for which the root loader did not run, unless the error contains
 * them.
 */
export function useSite(): SiteInfo | null {
  const error = useRouteError()
  const root = useRouteLoaderData('root') as { site: SiteInfo } | undefined
  const told = isRouteErrorResponse(error) ? (error.data as { site?: SiteInfo } | null) : null
  return root?.site ?? told?.site ?? null
}

/**
 * Returns the properties of a link to a card form. The link must load a new document if the current one lacks
 * headers that wallets need.
 */
export function useCardFormLink(): { reloadDocument: boolean } {
  const started = useHydrated()
  const site = useSite()
  return { reloadDocument: started && site?.payments.wallets === true && !isPaymentDocument() }
}
