import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import { useHydrated } from '#ui/tab-state.ts'
import { isPaymentDocument } from '#shared/wallets.ts'
import type { SiteInfo } from './server-context.ts'

/**
 * The site's facts, for pages; null where the root's loader did not run (an error page), unless the error brings them.
 */
export function useSite(): SiteInfo | null {
  const error = useRouteError()
  const root = useRouteLoaderData('root') as { site: SiteInfo } | undefined
  const told = isRouteErrorResponse(error) ? (error.data as { site?: SiteInfo } | null) : null
  return root?.site ?? told?.site ?? null
}

/** The way to a card form, a document of its own where wallets need headers that the one at hand came without. */
export function useWayToPay(): { reloadDocument: boolean } {
  const started = useHydrated()
  const site = useSite()
  return { reloadDocument: started && site?.payments.wallets === true && !isPaymentDocument() }
}
