export interface Fact {
  name: string
  value: string
  /** Stands out: not what a real house runs on, or not as it should be. */
  mark?: boolean
}

/** Names and what they are, as a list of two columns. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ name, value, mark = false }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={mark ? 'facts-marked' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
