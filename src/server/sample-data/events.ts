/**
 * The ten sample events (R22.6). Their hosts and guests are sample people, and what they
 * promise is sample text: an owner replaces both.
 */
import { cattleDriveWeekend } from './events/cattle-drive-weekend.ts'
import { desertCooking } from './events/desert-cooking.ts'
import { fieldGuide } from './events/field-guide.ts'
import { foundersQuietWeek } from './events/founders-quiet-week.ts'
import { leatherAndLight } from './events/leather-and-light.ts'
import { newMoonStarWeek } from './events/new-moon-star-week.ts'
import { openRanchDay } from './events/open-ranch-day.ts'
import { reunion } from './events/reunion.ts'
import { springBranding } from './events/spring-branding.ts'
import { winterSilence } from './events/winter-silence.ts'
import type { SampleEvent } from './sample-event.ts'

export const SAMPLE_EVENTS: readonly SampleEvent[] = [
  winterSilence,
  springBranding,
  desertCooking,
  openRanchDay,
  cattleDriveWeekend,
  foundersQuietWeek,
  reunion,
  leatherAndLight,
  newMoonStarWeek,
  fieldGuide,
]
