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

/** Returns how to link to a card form: as a new document if wallets need headers that the current document lacks. */
export function useCardFormLink(): { reloadDocument: boolean } {
  const started = useHydrated()
  const site = useSite()
  return { reloadDocument: started && site?.payments.wallets === true && !isPaymentDocument() }
}
