/**
 * The page `/inner-creative`, the only page without the site's header (R16.3). No other page links to this
 * page, and search engines may not list it.
 */
import Content, { page } from '#content/inner-creative.mdx'
import { LinkButton } from '#app/ui/button.tsx'
import { Logo } from '#app/ui/icons.tsx'
import { type PageHandle, pageMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { Panel, Prose } from '#app/ui/panel.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { contentParts } from '../info/content-parts.tsx'
import type { Route } from './+types/inner-creative'
import sheet from './inner-creative.css?url'

export const handle: PageHandle = { cacheBy: [] }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.innerCreative })

export default function InnerCreative() {
  return (
    <div className="inner-creative">
      <Stylesheet href={sheet} />
      <PageBanner picture={page.picture} height="tall">
        <Logo />
        <h1>{page.heading}</h1>
        <p>{page.lead}</p>
      </PageBanner>
      <Panel over>
        <Prose>
          <Content components={contentParts} />
          <p>
            <LinkButton to={paths.home}>Back to the ranch</LinkButton>
          </p>
        </Prose>
      </Panel>
    </div>
  )
}
