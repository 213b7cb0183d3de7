/** The color that an admin chose for an event, and the words on it (R17.6). */
import type { CSSProperties } from 'react'
import { contrast } from '#shared/contrast.ts'
import './event-color.css'

const SAND = '#ebddc0'
const INK = '#1c1914'
const BONE = '#fbf7ee'

/** The color when it is a `#rrggbb`, else the default sand: nothing else ever reaches a style. */
export function safeColor(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : SAND
}

/** Ink or bone, whichever reads better on the color. */
export function readableOn(color: string): string {
  const ground = safeColor(color)
  return contrast(ground, INK) >= contrast(ground, BONE) ? INK : BONE
}

/** `<article className="event-surface" style={eventColor(event.color)}>`: sets `--event` and `--event-text`. */
export function eventColor(color: string): CSSProperties {
  return { '--event': safeColor(color), '--event-text': readableOn(color) }
}
