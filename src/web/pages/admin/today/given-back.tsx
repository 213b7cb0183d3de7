/** Card payments that went back by themselves, since nothing here was there for them to pay: somebody may believe to have a spot. */
import type { GivenBack as GivenBackFacts } from '#features/today/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { EventLink } from './event-link.tsx'
import { stateWords, whyWords } from './given-back-words.ts'

export function GivenBack({ givenBack: { count, list } }: { givenBack: GivenBackFacts }) {
  if (count === 0) return null
  return (
    <section className="books" aria-labelledby="given-back">
      <h2 id="given-back">Paid for nothing, and given back</h2>
      <ul className="faults">
        {list.map((payment) => (
          <li key={payment.id}>
            <p className="fault-title">
              {formatMoney(payment.amount)}, {stateWords(payment)}
            </p>
            <p>
              {payment.event && (
                <>
                  For <EventLink event={payment.event} />.{' '}
                </>
              )}
              {whyWords(payment)} <code className="intent-id">{payment.intentId}</code>
            </p>
          </li>
        ))}
      </ul>
      {count > list.length && <p className="note">And {count - list.length} older.</p>}
    </section>
  )
}
