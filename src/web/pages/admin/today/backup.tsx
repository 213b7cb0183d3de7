/** Whether last night's backup can be relied upon (R20.8). */
import type { BackupFacts } from '#features/today/contract.ts'
import { backupLine } from './backup-words.ts'

const LOOKS = { good: 'all-good', bad: 'books-differ', open: '' }

export function Backup({ backup }: { backup: BackupFacts }) {
  const { words, tone } = backupLine(backup)
  const problems = tone === 'bad' ? (backup.proof?.problems ?? []) : []
  return (
    <section className="books" aria-labelledby="backup">
      <h2 id="backup">The backup</h2>
      <p className={LOOKS[tone]}>{words}</p>
      {problems.length > 0 && (
        <ul className="faults">
          {problems.map((problem) => (
            <li key={problem}>
              <p>{problem}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
