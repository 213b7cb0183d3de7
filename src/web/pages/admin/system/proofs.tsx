/** The two nightly proofs: that the backup can be restored, and that the books are the provider's. */
import type { System } from '#features/system/contract.ts'
import { Facts } from './facts.tsx'
import { backupFacts, backupLine, booksLine } from './words.ts'

const LOOKS = { good: 'system-good', bad: 'system-bad', open: '' }

export function Proofs({ backup, books }: Pick<System, 'backup' | 'books'>) {
  const backupSaid = backupLine(backup)
  const booksSaid = booksLine(books)
  return (
    <div>
      <section aria-labelledby="backup">
        <h2 id="backup">The last backup</h2>
        <p className={LOOKS[backupSaid.tone]}>{backupSaid.words}</p>
        {backup && backup.problems.length > 0 && (
          <ul className="system-problems">
            {backup.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {backup && <Facts facts={backupFacts(backup)} />}
      </section>
      <section aria-labelledby="books">
        <h2 id="books">The last proof of the books</h2>
        <p className={LOOKS[booksSaid.tone]}>{booksSaid.words}</p>
      </section>
    </div>
  )
}
