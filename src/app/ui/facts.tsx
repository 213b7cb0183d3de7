/** Lists of lines, and lists of labels with values (`dl`). */
import { keepAmounts, Money, Text } from './text.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { type Cents } from '#shared/money.ts'

export function Lines({ of, ...list }: ComponentProps<'ul'> & { of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <ul {...list}>
      {of.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two lines may have the same text, and no line has state
        <li key={at}>
          <Text>{line}</Text>
        </li>
      ))}
    </ul>
  )
}

export type Fact = readonly [label: string, value: ReactNode, className?: string]

/**
 * Renders labels with their values, and skips items that are false: `<Facts className="mail-head"
 * facts={[['To', to], ['Subject', subject]]} />`
 */
export function Facts({ className, facts }: { className: string; facts: readonly (Fact | false)[] }) {
  return (
    <dl className={className}>
      {facts
        .filter((fact) => fact !== false)
        .map(([label, value, of], at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two rows may have the same label, and no row has state
          <div key={at} className={of}>
            <dt>
              <Text>{label}</Text>
            </dt>
            <dd dir="auto">{keepAmounts(value)}</dd>
          </div>
        ))}
    </dl>
  )
}

interface AmountsProps {
  className: string
  sums: readonly (readonly [label: string, cents: Cents, className?: string] | false)[]
}

export function Amounts({ className, sums }: AmountsProps) {
  return (
    <Facts
      className={className}
      facts={sums.map((sum) => sum && ([sum[0], <Money key={sum[0]} cents={sum[1]} />, sum[2]] as Fact))}
    />
  )
}
