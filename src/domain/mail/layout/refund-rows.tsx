/** What a guest who cancels gets back, as a part of an e-mail (R51.1). */
import { type RefundSchedule, scheduleNote, scheduleWords } from '#domain/booking/domain/refund-policy.ts'
import { styles } from './style.ts'
import { Table } from './table.tsx'
import { Line, Paragraph } from './text.tsx'

interface RefundRowsProps {
  schedule: RefundSchedule | null
  /** The companions whom the guest pays for. The schedule has the refunds of all of them together. */
  companions: readonly unknown[]
}

/** Renders the table of refunds that the guest's page shows too. Renders nothing once the retreat has started. */
export function RefundRows({ schedule, companions }: RefundRowsProps) {
  if (!schedule || schedule.rows.length === 0) return null
  const note = scheduleNote(schedule, 'you have paid')
  return (
    <div>
      <h2 className="ink" style={styles.subheading}>
        {companions.length === 0 ? 'Your refund if you cancel' : 'Your refund if all of you cancel'}
      </h2>
      <Table style={styles.facts}>
        {scheduleWords(schedule, true).map(({ when, back, rest }) => (
          <tr key={when} data-text="row">
            <td style={styles.refundDaysCell}>
              <Line look="stepText" inText="label">
                {when}
              </Line>
            </td>
            <td style={styles.factCell}>
              <Line look="stepTitle" inText={rest === undefined ? 'value' : 'step-part'}>
                {back}
              </Line>
              {rest !== undefined && (
                <Line look="stepText" inText="value">
                  {rest}
                </Line>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {note !== null && <Paragraph>{note}</Paragraph>}
    </div>
  )
}
