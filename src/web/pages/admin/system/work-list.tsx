/** The outbox: what waits, and when each kind of work was last done. */
import type { System } from '#features/system/contract.ts'
import { jobWords } from '../today/words.ts'
import { queueLine, whenWords, workState } from './words.ts'

export function WorkList({ system }: { system: System }) {
  const { work, at } = system
  return (
    <section aria-labelledby="work">
      <h2 id="work">Background work</h2>
      <p>{queueLine(system)}</p>
      <table className="system-table">
        <thead>
          <tr>
            <th scope="col">Work</th>
            <th scope="col">Last done</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
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
    </section>
  )
}
