/** What the server reads off the bundle's routes before a page is rendered. */
import { matchPath } from 'react-router'
import type { Keepable } from './response-cache/cache-key.ts'
import type { PageHandle } from '#web/page-meta.ts'
import type { PageBuild } from './pages.ts'

/** The pattern of the page at a path; a page's data has the pattern of its page. */
export function routeOf({ routes }: PageBuild, pathname: string): string {
  const path = pathname.replace(/\.data$/, '')
  const patterns = Object.values(routes)
    .flatMap((route) => (route?.path === undefined ? [] : [`/${route.path}`]))
    .toSorted((a, b) => rank(a) - rank(b))
  if (path === '/' || path === '/_root' || path === '/_') return '/'
  return patterns.find((pattern) => matchPath(pattern, path)) ?? 'unmatched'
}

function rank(pattern: string): number {
  if (pattern.includes('*')) return 2
  return pattern.includes(':') ? 1 : 0
}

/** Whether the page of a pattern takes forms. */
export function hasAction(build: PageBuild, pattern: string): boolean {
  return modulesOf(build, pattern).some((module) => module.action)
}

/** The parameters of a page that may be kept; null for any other. */
export function keptParams(build: PageBuild, pattern: string): readonly string[] | null {
  const handles = modulesOf(build, pattern).map((module) => module.handle as PageHandle | undefined)
  return handles.find((handle) => handle?.keep)?.keep ?? null
}

/** The page at a path that may be kept, under its one path: letters of another case and a slash at the end lead to the same page. */
export function keptPageAt(build: PageBuild, path: string): Keepable | null {
  const pattern = routeOf(build, path)
  const params = keptParams(build, pattern)
  if (!params || !matchPath(pattern, path)) return null
  const given = path.split('/')
  const own = pattern.split('/').map((part, at) => (part.startsWith(':') ? given[at] : part))
  return { path: own.join('/'), params }
}

/** The pattern of any address without a page. */
export const NOWHERE = '/*'

/** Whether search engines may list the page of a pattern (`PageHandle.listed`). */
export function isListed(build: PageBuild, pattern: string): boolean {
  return modulesOf(build, pattern).some(saysListed)
}

/** The paths of the pages that search engines may list, without those that depend on data. */
export function listedPaths({ routes }: PageBuild): string[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || !saysListed(route.module) || route.path?.includes(':')) return []
    return [route.index ? '/' : `/${route.path}`]
  })
}

function saysListed({ handle }: { handle?: unknown }): boolean {
  return (handle as PageHandle | undefined)?.listed ?? false
}

function modulesOf({ routes }: PageBuild, pattern: string) {
  return Object.values(routes).flatMap((route) => {
    const own = route && (route.index ? '/' : `/${route.path}`)
    return route && own === pattern ? [route.module] : []
  })
}
