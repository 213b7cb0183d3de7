/** Whether our books and the payment provider's say the same, or exactly what they do not (R4.14). */
import type { Books as BookFacts } from '#features/today/contract.ts'
import { booksLine, bothSums, differenceWords } from './books-words.ts'
import { EventLink } from './event-link.tsx'
import { GuestLink } from './guest-link.tsx'
import { plural } from './words.ts'

const LOOKS = { good: 'all-good', bad: 'books-differ', open: '' }

export function Books({ books }: { books: BookFacts }) {
  const { words, tone } = booksLine(books)
  return (
    <section className="books" aria-labelledby="books">
      <h2 id="books">The books</h2>
      <p className={LOOKS[tone]}>{words}</p>
      {books.proof?.outcome === 'different' && <Differences proof={books.proof} />}
    </section>
  )
}

function Differences({ proof }: { proof: NonNullable<BookFacts['proof']> }) {
  const { differences, count } = proof
  return (
    <>
      <ul className="faults">
        {differences.map((difference) => (
          <li key={`${difference.intentId} ${difference.what}`}>
            <p className="fault-title">{differenceWords(difference)}</p>
            <p>
              {difference.about ? (
                <>
                  <GuestLink of={difference.about} />, <EventLink event={difference.about.event} />.
                </>
              ) : (
                'Of no reservation that is here.'
              )}{' '}
              <code className="intent-id">{difference.intentId}</code>
            </p>
          </li>
        ))}
      </ul>
      {count > differences.length && (
        <p className="note">And {plural(count - differences.length, 'more difference')}.</p>
      )}
      <p className="note">{bothSums(proof)}</p>
    </>
  )
}
