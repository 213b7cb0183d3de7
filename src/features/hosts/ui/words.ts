/** Counts as people say them. Pure. */

/** `"No guests"`, `"One guest"`, `"11 guests"`. */
export function countWords(guests: number): string {
  if (guests === 0) return 'No guests'
  return guests === 1 ? 'One guest' : `${guests} guests`
}

/** An event of a day has no night. */
export function nightsWords(nights: number): string {
  if (nights === 0) return 'No night'
  return nights === 1 ? 'One night' : `${nights} nights`
}

/** `"8 say they have no medical conditions."` */
export function saidNoneWords(guests: number, what: string): string {
  return guests === 1 ? `One says they have ${what}.` : `${guests} say they have ${what}.`
}

/** Of those who come, who has asked us to forget them. */
export function namelessWords(guests: number): string {
  const who = guests === 1 ? 'One of them has' : `${guests} of them have`
  return `${who} had their details deleted: this sheet cannot name them.`
}
