/**
 * Reads facts about the pages from the routes in the bundle. Does so once per bundle, because every request
 * needs these facts.
 */
import type { ServerBuild } from 'react-router'
import type { PageHandle } from '#app/page-meta.ts'
import type { Cacheable } from './response-cache/cache-key.ts'

type PageBuild = Pick<ServerBuild, 'routes'>

interface PageFacts {
  takesForms: boolean
  /** The query parameters that are part of the page's cache key. Null if the page is not cached. */
  cacheBy: readonly string[] | null
  /** True if search engines may list the page. */
  listed: boolean
}

interface PageTable {
  /**
   * The patterns of the pages in the order in which they are tried. First those without parameters, then
   * those with parameters, and last the pattern that matches every path.
   */
  patterns: { pattern: string; test: RegExp }[]
  pages: Map<string, PageFacts>
  listedPaths: string[]
}

const tables = new WeakMap<PageBuild, PageTable>()

function tableOf(build: PageBuild): PageTable {
  const table = tables.get(build) ?? readTable(build)
  tables.set(build, table)
  return table
}

function readTable({ routes }: PageBuild): PageTable {
  const found = Object.values(routes).flatMap((route) =>
    route ? [{ ...route, pattern: route.index ? '/' : `/${route.path}` }] : [],
  )
  const pages = Map.groupBy(found, ({ pattern }) => pattern)
  return {
    patterns: found
      .flatMap(({ path, pattern }) => (path === undefined ? [] : [pattern]))
      .toSorted((a, b) => rank(a) - rank(b))
      .map((pattern) => ({ pattern, test: testOf(pattern) })),
    pages: new Map([...pages].map(([pattern, modules]) => [pattern, factsOf(modules)])),
    listedPaths: found.flatMap(({ module, pattern }) =>
      handleOf(module)?.listed && !pattern.includes(':') ? [pattern] : [],
    ),
  }
}

function rank(pattern: string): number {
  if (pattern.includes('*')) return 2
  return pattern.includes(':') ? 1 : 0
}

/**
 * Returns a regular expression that matches the same paths as React Router's `matchPath`, which would parse
 * the pattern again for each request.
 */
function testOf(pattern: string): RegExp {
  if (pattern.endsWith('/*')) return new RegExp(`^${escaped(pattern.slice(0, -2))}(?:/.*)?$`, 'i')
  return new RegExp(`^${escaped(pattern).replaceAll(/\/:[\w-]+/g, '/[^/]+')}/*$`, 'i')
}

const escaped = (text: string) => text.replaceAll(/[\\.*+^${}|()[\]]/g, String.raw`\$&`)

function factsOf(modules: { module: { action?: unknown; handle?: unknown } }[]): PageFacts {
  const handles = modules.map(({ module }) => handleOf(module))
  return {
    takesForms: modules.some(({ module }) => module.action),
    cacheBy: handles.find((handle) => handle?.cacheBy)?.cacheBy ?? null,
    listed: handles.some((handle) => handle?.listed),
  }
}

const handleOf = ({ handle }: { handle?: unknown }) => handle as PageHandle | undefined

/**
 * Returns the pattern of the page at a path. A request for the data of a page gets the pattern of that page.
 */
export function routeOf(build: PageBuild, pathname: string): string {
  const path = pathname.replace(/\.data$/, '')
  if (path === '/' || path === '/_root' || path === '/_') return '/'
  return tableOf(build).patterns.find(({ test }) => test.test(path))?.pattern ?? 'unmatched'
}

const NO_PAGE: PageFacts = { takesForms: false, cacheBy: null, listed: false }

/** Returns the facts about the page with this pattern. */
export const pageFacts = (build: PageBuild, pattern: string): PageFacts =>
  tableOf(build).pages.get(pattern) ?? NO_PAGE

/**
 * Returns the page at a path with its canonical path, or null if the page may not be cached. A path with
 * capitals or with a slash at the end leads to the same page.
 */
export function cacheablePageAt(build: PageBuild, path: string): Cacheable | null {
  const pattern = routeOf(build, path)
  const { cacheBy } = pageFacts(build, pattern)
  // Never caches the data of a page. The data's path is mapped to the page's pattern, but does not match the
  // pattern's regular expression.
  if (!cacheBy || !(pattern === '/' ? /^\/+$/ : testOf(pattern)).test(path)) return null
  const given = path.split('/')
  const own = pattern.split('/').map((part, at) => (part.startsWith(':') ? given[at] : part))
  return { path: own.join('/'), params: cacheBy }
}

/** The pattern for all addresses without a page. */
export const NOT_FOUND_ROUTE = '/*'

/** Returns the paths of the pages that search engines may list, except pages whose address depends on data. */
export const listedPaths = (build: PageBuild): string[] => tableOf(build).listedPaths
