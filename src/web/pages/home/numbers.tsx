import words from '#content/home.json'
import { withFacts } from './facts.ts'
import './numbers.css'

/** The venue in four numbers. */
export function Numbers() {
  return (
    <ul className="numbers">
      {words.numbers.map(({ number, label }) => (
        <li key={label}>
          <strong>{withFacts(number)}</strong> {label}
        </li>
      ))}
    </ul>
  )
}
