/** How the site itself is, for whoever runs it: what to see to, what it is made of, and its work behind the scenes. */
import { data } from 'react-router'
import { lookAtSystem, type System as SystemFacts } from '#features/system/contract.ts'
import { WARNINGS } from '#features/system/rules.ts'
import { integrationProblemText } from '#shared/integration-problems.ts'
import { venue } from '#shared/venue.ts'
import { callContext } from '#web/server-context.ts'
import { Paper } from '#web/ui/paper.tsx'
import type { Route } from './+types/system'
import { Facts } from './facts.tsx'
import { Proofs } from './proofs.tsx'
import { partFacts, versionFacts } from './words.ts'
import { WorkList } from './work-list.tsx'
import './system.css'

export async function loader({ context }: Route.LoaderArgs) {
  const found = await context.get(callContext)(lookAtSystem)
  if (found.ok) return { system: found.data }
  throw data({ text: found.message }, found.status || 503)
}

export const meta: Route.MetaFunction = () => [
  { title: `System · ${venue.name}` },
  { name: 'robots', content: 'noindex, nofollow' },
]

export default function System({ loaderData: { system } }: Route.ComponentProps) {
  return (
    <>
      <header className="system-head column">
        <h1>System</h1>
        <p className="note">How the site itself is. No guest is on this page.</p>
      </header>
      <Paper className="system">
        <Warnings {...system} />
      </Paper>
      <Paper className="system system-behind">
        <div>
          <Parts parts={system.parts} />
          <section aria-labelledby="versions">
            <h2 id="versions">Versions</h2>
            <Facts facts={versionFacts(system)} />
          </section>
        </div>
        <Proofs backup={system.backup} books={system.books} />
      </Paper>
      <Paper className="system">
        <WorkList system={system} />
      </Paper>
    </>
  )
}

function Warnings({ warnings, outside }: Pick<SystemFacts, 'warnings' | 'outside'>) {
  const told = [
    ...outside.map((problem) => ({
      key: `${problem.code} ${problem.about}`,
      ...integrationProblemText(problem),
    })),
    ...warnings.map((code) => ({ key: code, ...WARNINGS[code] })),
  ]
  return (
    <section aria-labelledby="warnings">
      <h2 id="warnings">What to see to</h2>
      {told.length === 0 && <p className="system-good">Nothing. All is as it should be.</p>}
      <ul className="system-warnings">
        {told.map(({ key, title, next }) => (
          <li key={key}>
            <p className="system-warning">{title}</p>
            <p>{next}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Parts({ parts }: Pick<SystemFacts, 'parts'>) {
  return (
    <section aria-labelledby="parts">
      <h2 id="parts">Real parts and sandboxes</h2>
      <Facts facts={partFacts(parts)} />
    </section>
  )
}
