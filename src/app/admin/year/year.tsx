import { getYear } from '#domain/money/year/contract.ts'
import { isYear } from '#domain/money/year/domain/figures.ts'
import { Panel } from '#app/ui/panel.tsx'
import { LinkButton, PrintButton } from '#app/ui/button.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, FilterForm, requires } from '../admin-area.tsx'
import { YearView } from './year-view.tsx'
import type { Route } from './+types/year'

const YEARS = 10

export const middleware = [requires('money.see')]

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = url.searchParams.get('year') ?? ''
  const query = isYear(asked) ? { year: asked } : {}
  const report = dataOf(await context.get(callContext)(getYear, { query }))
  const now = new Date().getUTCFullYear()
  const recent = Array.from({ length: YEARS }, (_, at) => String(now - at))
  return { report, years: [...new Set([...recent, report.year])].toSorted().toReversed() }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Year report')

export default function Year({ loaderData: { report, years } }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Year report" note="What you earned, and how full your retreats were." />
      <Panel>
        <FilterForm
          action={paths.year}
          choices={[
            {
              name: 'year',
              label: 'Year',
              chosen: report.year,
              options: years.map((each) => [each, each] as const),
            },
          ]}
        />
        <p className="button-row screen-only">
          <PrintButton />
          <LinkButton to={paths.exportYear(report.year)} look="plain" download>
            Download table (CSV)
          </LinkButton>
        </p>
      </Panel>
      <YearView report={report} />
    </>
  )
}
