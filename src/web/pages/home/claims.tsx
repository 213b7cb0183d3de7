import words from '#content/home.json'
import { withFacts } from './facts.ts'
import { Numbers } from './numbers.tsx'
import './claims.css'

/** What the venue says of itself (R16.6). */
export function Claims() {
  return (
    <section className="claims column" aria-labelledby="claims">
      <h2 id="claims">{words.claimsHeading}</h2>
      <Numbers />
      <dl>
        {words.claims.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{withFacts(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
