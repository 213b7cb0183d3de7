import { useRouteLoaderData } from 'react-router'
import type { SiteInfo } from './server-context.ts'

/** What the pages know about this site; null where the root's loader did not run (an error page). */
export function useSite(): SiteInfo | null {
  const root = useRouteLoaderData('root') as { site: SiteInfo } | undefined
  return root?.site ?? null
}
