/** How the site itself is, for whoever runs it: what to see to, what it is made of, and its work behind the scenes. */
import { TableHead } from '#ui/data-table.tsx'
import { backUpNow, lookAtSystem, type System as SystemFacts } from '#features/system/contract.ts'
import { WARNINGS } from '#features/system/rules.ts'
import { integrationProblemText } from '#shared/integration-problems.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { callContext, dataOf } from '#web/server-context.ts'
import { Button } from '#ui/button.tsx'
import { FailureAlert } from '#ui/alert.tsx'
import { Paper, Section } from '#ui/paper.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useApiQuery } from '#ui/use-api-query.ts'
import type { Route } from './+types/system'
import {
  backupFacts,
  BACKUPS_OFF,
  failedBackupLine,
  partFacts,
  queueLine,
  versionFacts,
  whenWords,
  workState,
} from './text.ts'
import { backupLine, booksLine } from '../today/nightly-checks.tsx'
import { jobWords } from '../today/text.tsx'
import { Facts } from '#ui/facts.tsx'
import { AdminHead } from '../admin-area.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return { system: dataOf(await context.get(callContext)(lookAtSystem)) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('System')

/** While a backup is made, which takes seconds, or minutes in a large house. */
const SOON = { everyMs: 1500, maxMs: 15_000 }

export default function System({ loaderData }: Route.ComponentProps) {
  const { data: system, refetch } = useApiQuery(
    lookAtSystem,
    {},
    { seed: loaderData.system, poll: ({ backupByHand }) => backupByHand.underWay && SOON },
  )
  return (
    <>
      <AdminHead title="System" note="The state of the site itself, without any guest data." />
      <Paper className="system">
        <Warnings {...system} />
      </Paper>
      <Paper className="system system-behind">
        <div>
          <Section id="parts" title="Services">
            <Facts className="facts" facts={partFacts(system.parts)} />
          </Section>
          <Section id="versions" title="Versions">
            <Facts className="facts" facts={versionFacts(system)} />
          </Section>
        </div>
        <Proofs system={system} onAsked={refetch} />
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
    <Section id="warnings" title="Needs attention">
      {told.length === 0 && <p className="system-good">Nothing. Everything works.</p>}
      <ul className="system-warnings">
        {told.map(({ key, title, next }) => (
          <li key={key}>
            <p className="system-warning">{title}</p>
            <p>{next}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const TONE_CLASS = { good: 'system-good', bad: 'system-bad', open: '' }

/** The two nightly proofs: that the backup can be restored, and that the books are the provider's. */
function Proofs({ system, onAsked }: { system: SystemFacts; onAsked: () => void }) {
  const { books } = system
  const backup = system.backup.proof
  const backupNow = backupLine(system.backup)
  const booksNow = booksLine(books)
  return (
    <div>
      <Section id="backup" title="Last backup">
        <p className={TONE_CLASS[backupNow.tone]}>
          <output>{backupNow.words}</output>
        </p>
        {backup && backup.problems.length > 0 && (
          <ul className="system-problems">
            {backup.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {backup && <Facts className="facts" facts={backupFacts(backup)} />}
        <BackUpNow system={system} onAsked={onAsked} />
      </Section>
      <Section id="books" title="Last reconciliation">
        <p className={TONE_CLASS[booksNow.tone]}>
          {booksNow.words}
          {books.proof?.outcome === 'different' && ' Today lists them under “Reconciliation”.'}
        </p>
      </Section>
    </div>
  )
}

/** The button for a backup beside the night's, what is becoming of it, or why there is none. */
function BackUpNow({
  system: { backup, backupByHand, at },
  onAsked,
}: {
  system: SystemFacts
  onAsked: () => void
}) {
  const { send, busy, failed } = useApiMutation(backUpNow)
  const { underWay, failed: failedBefore } = backupByHand
  if (!backup.nightly) return <p className="note">{BACKUPS_OFF}</p>
  return (
    <div className="system-backup">
      <FailureAlert failed={failed?.code === 'under_way' && !underWay ? null : failed} />
      {!underWay && failedBefore && <p className="system-bad">{failedBackupLine(failedBefore, at)}</p>}
      <Button look="plain" busy={busy || underWay} onClick={() => void send().then(onAsked)}>
        Back up now
      </Button>
      <p className="note">
        <output>{underWay && 'A backup is being made and tested. You can leave this page meanwhile.'}</output>
      </p>
    </div>
  )
}

/** The outbox: what waits, and when each kind of work was last done. */
function WorkList({ system }: { system: SystemFacts }) {
  const { work, at } = system
  return (
    <Section id="work" title="Background work">
      <p>{queueLine(system)}</p>
      <table className="system-table">
        <TableHead heads={['Work', 'Last run', 'Now']} />
        <tbody>
          {work.map((one) => (
            <tr key={one.kind}>
              <th scope="row">
                {jobWords(one.kind)}
                <code>{one.kind}</code>
              </th>
              <td>{one.lastDoneAt === null ? '–' : whenWords(one.lastDoneAt, at)}</td>
              <td className={one.dead > 0 ? 'system-bad' : undefined}>{workState(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
