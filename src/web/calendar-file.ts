import { CALENDAR_CONTENT_TYPE } from '../shared/ics.ts'

/** A calendar as a download; `name` is an event's url name, so it is safe in the header as it is. */
export function calendarFile(text: string, name: string): Response {
  return new Response(text, {
    headers: {
      'content-type': CALENDAR_CONTENT_TYPE,
      'content-disposition': `attachment; filename="${name}.ics"`,
      'cache-control': 'no-store',
    },
  })
}
