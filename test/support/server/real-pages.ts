/** Renders some of the site's real pages without a build. So the tests see the same HTML as in production. */
import { UNSAFE_withComponentProps, UNSAFE_withErrorBoundaryProps } from 'react-router'
import * as workspace from '#app/admin/event/workspace.tsx'
import * as entry from '#app/entry.server.tsx'
import * as aboutEvent from '#app/public/event/about-event.tsx'
import * as event from '#app/public/event/event.tsx'
import * as joinWaitlist from '#app/public/waitlist/join-waitlist.tsx'
import * as signUp from '#app/public/sign-up/sign-up.tsx'
import type { PageBuild } from '#server/pages.ts'

interface PageModule {
  default?: Parameters<typeof UNSAFE_withComponentProps>[0]
  ErrorBoundary?: Parameters<typeof UNSAFE_withErrorBoundaryProps>[0]
}

/** A page inside a shared layout, as `layout` in `routes.ts` declares it. */
class Framed {
  readonly frame: object
  readonly page: object
  constructor(frame: object, page: object) {
    this.frame = frame
    this.page = page
  }
}

/** The pages of an event, for a call such as `loadPages({ root, ...eventPages })`. */
export const eventPages = {
  'event/:eventUrlName': new Framed(event, aboutEvent),
  'event/:eventUrlName/sign-up': new Framed(event, signUp),
  'event/:eventUrlName/waitlist': new Framed(event, joinWaitlist),
}

/** Returns the page of a tab inside an event's workspace, for a call of `loadPages`. */
export const inWorkspace = (tab: object) => new Framed(workspace, tab)

/** Page modules by their URL patterns. `/` is the home page. */
type PageModules = Record<string, object> & { root: object }

interface Route {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  module: object
}

export function loadPages({ root, ...pages }: PageModules): () => Promise<PageBuild> {
  const all: Route[] = [{ id: 'root', path: '', module: withProps(root) }]
  for (const [path, module] of Object.entries(pages)) {
    const place = path === '/' ? { index: true } : { path }
    if (module instanceof Framed) {
      const frame = `frame of ${path}`
      all.push({ id: frame, parentId: 'root', module: withProps(module.frame) })
      all.push({ id: path, parentId: frame, ...place, module: withProps(module.page) })
    } else all.push({ id: path, parentId: 'root', ...place, module: withProps(module) })
  }
  const build = {
    entry: { module: entry },
    routes: Object.fromEntries(all.map((route) => [route.id, route])),
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: Object.fromEntries(all.map((route) => [route.id, inManifest(route)])),
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as PageBuild
  return async () => build
}

function inManifest(route: Route): object {
  const { id, module } = route
  return { ...route, hasLoader: 'loader' in module, module: `/${id}.js`, imports: [], css: [] }
}

/**
 * Wraps the components of a page module, as the build does. Then each component receives its loader's data.
 */
function withProps(module: object): object {
  const { default: page, ErrorBoundary, ...rest } = module as PageModule
  return {
    ...rest,
    ...(page ? { default: UNSAFE_withComponentProps(page) } : {}),
    ...(ErrorBoundary ? { ErrorBoundary: UNSAFE_withErrorBoundaryProps(ErrorBoundary) } : {}),
  }
}
