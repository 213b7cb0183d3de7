/** What is named, and what it is. */
export interface Fact {
  label: string
  value: string | null
}

interface FactsProps {
  title: string
  facts: Fact[]
}

export function Facts({ title, facts }: FactsProps) {
  return (
    <section>
      <h2>{title}</h2>
      <dl className="stored-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? <span className="note">Nothing stored</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
