import { road } from './road.ts'
import { Sign } from './signs.tsx'
import './mile-list.css'

/** The dirt road mile by mile: what the map shows, in words. */
export function MileList() {
  return (
    <ol className="miles">
      {road.stops.map(({ mile, sign, name, turn, note }) => (
        <li key={mile}>
          <span className="mile">
            <span className="visually-hidden">Mile </span>
            {mile}
          </span>
          <span className="mile-sign">
            <Sign name={sign} />
          </span>
          <div>
            <strong>{name}</strong>
            {turn && <span className="mile-turn">Keep {turn}</span>}
            <span className="mile-note">{note}</span>
          </div>
        </li>
      ))}
    </ol>
  )
}
