import { styles } from './style.ts'
import { Table } from './table.tsx'
import { Line, Link } from './text.tsx'

export interface Step {
  title: string
  text: string
  link?: { label: string; href: string }
}

/** Renders a heading with numbered steps. */
export function Steps({ title, steps }: { title: string; steps: Step[] }) {
  return (
    <div>
      <h2 className="ink" style={styles.subheading}>
        {title}
      </h2>
      <Table style={{ width: '100%' }}>
        {steps.map((step, index) => (
          <tr key={step.title} data-text="step">
            <td style={styles.stepNumberCell}>
              <Line look="stepNumber" inText="step-part">
                {index + 1}
              </Line>
            </td>
            <td style={styles.stepCell}>
              <Line look="stepTitle" inText="step-part">
                {step.title}
              </Line>
              <Line look="stepText" inText="value">
                {step.text}
              </Line>
              {step.link && (
                <Line look="stepText" inText="row">
                  <Link href={step.link.href}>{step.link.label}</Link>
                </Line>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
