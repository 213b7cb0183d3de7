import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import { useHydrated } from '#app/ui/tab-store.ts'
import type { Permission } from '#shared/roles.ts'
import { isPaymentDocument } from '#shared/wallets.ts'
import type { SiteInfo } from './server-context.ts'

/**
 * Returns the site's data from the root loader, or else from the error of an error page. Returns null if both
 * lack the data.
 */
export function useSite(): SiteInfo | null {
  const error = useRouteError()
  const root = useRouteLoaderData('root') as { site: SiteInfo } | undefined
  const told = isRouteErrorResponse(error) ? (error.data as { site?: SiteInfo } | null) : null
  return root?.site ?? told?.site ?? null
}

/**
 * Returns whether the person's role has a permission. Use it to leave out what the role may not open. The API checks
 * permissions on its own.
 */
export function useMay(): (permission: Permission) => boolean {
  const permissions = useSite()?.staff?.permissions ?? []
  return (permission) => permissions.includes(permission)
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
