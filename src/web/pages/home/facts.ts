import { venue } from '#shared/venue.ts'

const FACT = /\{(\w+)\}/g

/** A text of `content/home.json` with the venue's facts in it: "{bedrooms} bedrooms" is "11 bedrooms". */
export function withFacts(text: string): string {
  return text.replace(FACT, (whole, name: string) =>
    String(Object.entries(venue).find(([fact]) => fact === name)?.[1] ?? whole),
  )
}
