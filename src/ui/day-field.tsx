import type { ComponentProps } from 'react'
import { formatDayLong, isDay } from '#shared/days.ts'
import { TextField } from './field.tsx'

interface DayFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'hint'> {
  /** The chosen day, for the words above the field. */
  chosen: string
}

/** The browser's own date field with the day in words, 'Not set' for none (R11.5). */
export function DayField({ chosen, ...field }: DayFieldProps) {
  return (
    <TextField
      min="2000-01-01"
      max="2199-12-31"
      {...field}
      type="date"
      hint={isDay(chosen) ? formatDayLong(chosen) : 'Not set'}
    />
  )
}
