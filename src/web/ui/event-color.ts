/** The color that an admin chose for an event, and the words on it (DESIGN.md "Look"). */
import type { CSSProperties } from 'react'
import './event-color.css'

const SAND = '#ebddc0'
const INK = '#1c1914'
const BONE = '#fbf7ee'

/** The color when it is a `#rrggbb`, else the default sand: nothing else ever reaches a style. */
export function safeColor(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : SAND
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two `#rrggbb` colors, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
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
