/** The dedupe key of an invitation's e-mail. It names the person, because the e-mail's row has no column for staff. */

const PREFIX = 'invitation'

/** Returns the dedupe key of an invitation that an owner sends at this time. */
export const invitationKey = (uuid: string, at: Date): string => `${PREFIX}:${uuid}:${at.getTime()}`

/** Returns the uuid of the invited person from the dedupe key. Returns null for the key of another e-mail. */
export function invitedIn(key: string): string | null {
  const [prefix, uuid] = key.split(':')
  return prefix === PREFIX && uuid ? uuid : null
}
