/**
 * Computes what `reminder-seasons.ts` must print. Does not use the site's code, but the days in the
 * requirements and Denver's time zone.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const SEASONS = fileURLToPath(new URL('./reminder-seasons.ts', import.meta.url))
const DAY = 86_400_000

const WALL = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Denver',
})

/** Returns the time on a clock in Denver, such as `2027-03-14 08:00`. */
export const wallClock = (at: Date) => WALL.format(at)

/** Returns an e-mail's dedupe key without the ids in it, such as `auto:invoice-remind:2027-03-14:-7`. */
export const causeIn = (key: string) => key.split(':').toSpliced(2, 1).slice(0, 4).join(':')

const shift = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/**
 * Runs `reminder-seasons.ts` in a time zone. Returns the time zone that it printed, and a sorted line `day
 * time key` for each e-mail.
 */
export async function playedIn(zone: string, from: string, to: string): Promise<string[]> {
  const env = { ...process.env, TZ: zone }
  const options = { env, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(process.execPath, [SEASONS, from, to], options)
  const [said = '', ...mails] = stdout.split('\n')
  const read = mails.map((line) => {
    const [at = '', key = ''] = line.split(' ')
    return `${wallClock(new Date(at))} ${causeIn(key)}`
  })
  return [said, ...read.toSorted()]
}

export function expectedIn(zone: string, from: string, to: string): string[] {
  const mails: string[] = []
  for (let base = from; base < to; base = shift(base, 1)) {
    for (const days of [-7, -3, 0, 3])
      mails.push(`${shift(base, days)} 08:00 auto:invoice-remind:${base}:${days}`)
    mails.push(`${shift(base, -14)} 08:00 auto:info-remind:${base}:-14`)
    mails.push(`${shift(base, -7)} 08:00 auto:welcome-info:${base}:-7`)
  }
  return [zone, ...mails.toSorted()]
}
