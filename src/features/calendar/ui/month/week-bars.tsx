import type { CSSProperties } from 'react'
import { Icon } from '#ui/icons.tsx'
import { Logo } from '#ui/logo.tsx'
import { secondaryColor, wordsOn } from '#features/calendar/rules.ts'
import { type Bar, type Entry, entryWords, type Week } from './bars.ts'

/**
 * The bars across a week. For the eye alone: screen readers hear the same from the days' own words, and a press goes
 * through to the day below.
 */
export function WeekBars({ week }: { week: Week }) {
  return (
    <tr className="month-bars" aria-hidden="true">
      {week.bars.map((bar) => (
        <td
          key={bar.entry.key}
          className={classOf(bar, bar.lane >= week.lanes)}
          style={{
            gridRow: bar.lane + 1,
            gridColumn: `${bar.column + 1} / span ${bar.days}`,
            ...colorsOf(bar.entry),
          }}
        >
          {bar.before && <Icon name="before" />}
          {bar.entry.kind === 'retreat' && (
            <svg viewBox="0 0 65 50" width="65" height="50">
              <use href={`#${ID}`} />
            </svg>
          )}
          <span className="month-bar-title">{entryWords(bar.entry)}</span>
          {bar.after && <Icon name="after" />}
        </td>
      ))}
      {week.more.map(
        (count, column) =>
          count > 0 && (
            <td
              key={week.days[column]}
              className="month-more"
              style={{ gridRow: week.lanes + 1, gridColumn: column + 1 }}
            >
              +{count}
              <span className="month-more-word"> more</span>
            </td>
          ),
      )}
    </tr>
  )
}

function classOf({ entry, before, after }: Bar, over: boolean): string {
  const classes = ['month-bar', `month-bar-${entry.kind}`]
  if (before) classes.push('month-bar-before')
  if (after) classes.push('month-bar-after')
  if (over) classes.push('month-bar-over')
  return classes.join(' ')
}

/** The color as chosen and the lighter one, each with the words that read on it. */
export function colorsOf(entry: Entry): CSSProperties {
  if (entry.kind === 'retreat') return {}
  const primary = entry.event.color
  const secondary = secondaryColor(primary)
  return {
    '--primary': primary,
    '--on-primary': wordsOn(primary),
    '--secondary': secondary,
    '--on-secondary': wordsOn(secondary),
  }
}

const ID = 'month-logo'

/** The logo that the bars repeat, once on the page. A full month has fifty bars with it, and would be mostly logos. */
export function LogoOnce() {
  return (
    <svg className="month-logo" width={0} height={0} aria-hidden="true">
      <symbol id={ID} viewBox="0 0 65 50">
        <Logo />
      </symbol>
    </svg>
  )
}
