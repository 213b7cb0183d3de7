/** Parts that are still being written, taken in as they come. */
import type { Bound } from '../platform/http/bind.ts'
import type { Services } from '../platform/services.ts'

type Make = (services: Services) => Bound[]

const PARTS = [
  ['../capabilities/events/handlers.ts', 'eventHandlers'],
  ['../capabilities/waitlist/handlers.ts', 'waitlistHandlers'],
] as const

export async function optionalParts(services: Services): Promise<Bound[]> {
  const bound: Bound[] = []
  for (const [path, name] of PARTS) {
    const address = new URL(path, import.meta.url).href
    const module = (await import(/* @vite-ignore */ address).catch(() => null)) as Record<string, Make> | null
    const make = module?.[name]
    if (make) bound.push(...make(services))
  }
  return bound
}
