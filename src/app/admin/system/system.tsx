import {
  backUpNow,
  lookAtSystem,
  type System as SystemFacts,
  type Work,
} from '#domain/desk/system/contract.ts'
import { WARNINGS } from '#domain/desk/system/rules.ts'
import { ranchDay } from '#shared/days.ts'
import { formatInstant, formatTime } from '#shared/format-days.ts'
import { integrationProblemText } from '#shared/integration-problems.ts'
import { plural } from '#shared/text.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { TableHead } from '#app/ui/data-table.tsx'
import { Facts, Lines, type Fact } from '#app/ui/facts.tsx'
import { Panel, Section } from '#app/ui/panel.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { unlistedMeta } from '#app/page-meta.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, requires } from '../admin-area.tsx'
import { backupLine, booksLine } from '../today/nightly-checks.tsx'
import { describeJob } from '../today/describe-today.tsx'
import type { Route } from './+types/system'
import { Text } from '#app/ui/text.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './system.css?url'

export const middleware = [requires('settings.edit')]

export async function loader({ context }: Route.LoaderArgs) {
  return { system: dataOf(await context.get(callContext)(lookAtSystem)) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('System')

/**
 * How often the page asks for the progress of a running backup. A backup takes seconds, or minutes for a
 * large database.
 */
const SOON = { everyMs: 1500, maxMs: 15_000 }

export default function System({ loaderData }: Route.ComponentProps) {
  const { data: system, refetch } = useApiQuery(
    lookAtSystem,
    {},
    { seed: loaderData.system, poll: ({ backupByHand }) => backupByHand.underWay && SOON },
  )
  return (
    <>
      <Stylesheet href={sheet} />
      <AdminHead
        title="System"
        note="For your operator: how the site is running. This page shows no guest data."
      />
      <Panel className="system system-behind">
        <Warnings {...system} />
        <Proofs system={system} onAsked={refetch} />
      </Panel>
      <Panel className="system">
        <details className="fold">
          <summary>Services and versions</summary>
          <div className="system-behind">
            <Section id="parts" title="Services">
              <Facts className="facts" facts={partFacts(system.parts)} />
            </Section>
            <Section id="versions" title="Versions">
              <Facts className="facts" facts={versionFacts(system)} />
            </Section>
          </div>
        </details>
        <details className="fold">
          <summary>
            <span>Background work</span>
            <span className="note">{queueLine(system)}</span>
          </summary>
          <WorkTable system={system} />
        </details>
      </Panel>
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
    <Section id="warnings" title={told.length === 0 ? 'All is well' : 'Needs attention'}>
      {told.length === 0 && (
        <p className="system-good">The site and its services work. There is nothing to do.</p>
      )}
      <ul className="plain-list system-warnings">
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

/**
 * Renders the results of two nightly checks: can the newest backup be restored, and do the site's payments
 * match the card provider's?
 */
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
        <Lines of={backup?.problems ?? []} />
        {backup && <Facts className="facts" facts={backupFacts(backup)} />}
        <BackUpNow system={system} onAsked={onAsked} />
      </Section>
      <Section id="books" title="Last reconciliation">
        <p className={TONE_CLASS[booksNow.tone]}>
          <Text>
            {booksNow.words}
            {books.proof?.outcome === 'different' && ' Today lists them.'}
          </Text>
        </p>
      </Section>
    </div>
  )
}

/**
 * Renders the button that starts a backup, and the progress of the backup. If the site makes no backups, says
 * so.
 */
function BackUpNow({ system, onAsked }: { system: SystemFacts; onAsked: () => void }) {
  const { backup, backupByHand, at } = system
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
        <output>
          {underWay && 'The site is making and testing a backup. You can leave this page in the meantime.'}
        </output>
      </p>
    </div>
  )
}

/** Renders when each kind of job last ran. */
function WorkTable({ system: { work, at } }: { system: SystemFacts }) {
  return (
    <table className="system-table">
      <caption className="visually-hidden">Background work</caption>
      <TableHead heads={['Work', 'Last run', 'Now']} />
      <tbody>
        {work.map((one) => (
          <tr key={one.kind}>
            <th scope="row">
              <Text>{describeJob(one.kind)}</Text>
              <code>{one.kind}</code>
            </th>
            <td>{one.lastDoneAt === null ? '–' : keepTimeTogether(describeWhen(one.lastDoneAt, at))}</td>
            <td className={one.dead > 0 ? 'system-bad' : undefined}>{workState(one)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Parts = SystemFacts['parts']

const PART_NAMES: [part: keyof Parts, name: string][] = [
  ['database', 'Database'],
  ['files', 'Uploaded files'],
  ['payments', 'Card payments'],
  ['identity', 'Sign-in'],
  ['mail', 'Email'],
]

/** The CSS class that marks a value which a live site must not have, such as a sandbox. */
const MARKED = 'facts-marked'

/**
 * The words for the adapter of each outside service, and the CSS class that marks an adapter unfit for a live
 * site.
 */
const PARTS: Record<Parts[keyof Parts], readonly [words: string, className?: string]> = {
  embedded: ['Embedded, in the data folder: one process only', MARKED],
  postgres: ['PostgreSQL'],
  disk: ['In the data folder'],
  s3: ['S3'],
  sandbox: ['Sandbox', MARKED],
  stripe: ['Stripe'],
  oidc: ['Your OpenID provider'],
  captured: ['Captured: no email is sent', MARKED],
  smtp: ['An email server'],
}

const SHARED = ['In the data folder, which all processes must share', MARKED] as const

/** Returns the outside services that the site uses, by name. */
export function partFacts(parts: Parts): Fact[] {
  return PART_NAMES.map(([part, name]) => {
    const between = part === 'files' && parts.files === 'disk' && parts.database === 'postgres'
    return [name, ...(between ? SHARED : PARTS[parts[part]])]
  })
}

/**
 * Formats an instant in ranch time, such as `"July 4, 9:40 AM"`. Returns only the time if the instant is on
 * the day of `at`.
 */
export function describeWhen(instant: string, at: string): string {
  const then = new Date(instant)
  return ranchDay(then) === ranchDay(new Date(at)) ? formatTime(then) : formatInstant(then)
}

/** Returns the text with a no-break space before AM or PM, so that a narrow column does not split a time. */
const keepTimeTogether = (text: string) => text.replace(/ (?=[AP]M$)/, '\u00A0')

const MINUTE = 60_000

/** Formats a duration as `"3 days"`, `"2 hours"`, `"5 minutes"` or `"less than a minute"`. */
export function describeSpan(ms: number): string {
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return plural(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')
}

const since = (instant: string, at: string) => describeSpan(Date.parse(at) - Date.parse(instant))

export function describeSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1000 ** step
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[step]}`
}

function versionFacts({ site, database, process, at }: SystemFacts): Fact[] {
  const { applied, known, newest } = database.migrations
  const upToDate = applied >= known
  const migrations = upToDate ? `${known}, the newest ${newest}` : `${applied} of ${known}`
  return [
    ['Site', site.commit === null ? site.version : `${site.version}, commit ${site.commit}`],
    ['Runs as', site.production ? 'Production' : 'Development', site.production ? undefined : MARKED],
    ['Node', site.node],
    ['Database', `PostgreSQL ${database.version}`],
    ['Migrations', migrations, upToDate ? undefined : MARKED],
    ['Running for', since(process.startedAt, at)],
    ['Memory', `${describeSize(process.memory)}, ${describeSize(process.heap)} of it the heap`],
  ]
}

/** The text in place of the backup button if the site makes no backups. */
const BACKUPS_OFF = 'The site makes no backups of its own (BACKUPS=off). To make one, run npm run backup.'

/** Returns the sentence that a backup started by an admin has failed, and why. */
export function failedBackupLine(
  { at, why }: NonNullable<SystemFacts['backupByHand']['failed']>,
  now: string,
): string {
  return `The backup that an admin started has failed (${describeWhen(at, now)}). ${why}`.trim()
}

function backupFacts({ bytes, rows, files, seconds }: NonNullable<SystemFacts['backup']['proof']>): Fact[] {
  if (bytes === null) return []
  return [
    ['Took', plural(seconds, 'second')],
    ['Size', describeSize(bytes)],
    ['Holds', `${plural(rows, 'row')}, ${plural(files, 'file')}`],
  ]
}

/** Describes on one line how many jobs are due, waiting and failed. */
export function queueLine({ queue, at }: Pick<SystemFacts, 'queue' | 'at'>): string {
  const { due, waiting, dead, oldestDue } = queue
  const oldest = oldestDue === null ? '' : ` (the oldest for ${since(oldestDue, at)})`
  return [`${due} due now${oldest}`, `${waiting} for later`, `${dead} failed in the last 30 days`].join(', ')
}

export function workState({ waiting, retrying, dead }: Work): string {
  const parts = [
    waiting > 0 && `${waiting} ${waiting === 1 ? 'is' : 'are'} waiting`,
    retrying > 0 && `${retrying} being retried`,
    dead > 0 && `${dead} failed`,
  ].filter((words) => words !== false)
  return parts.length > 0 ? parts.join(', ') : '–'
}
