/**
 * The path of this site that a text from an address means; anything that would lead to another site becomes
 * a path here (R19.5). `localPath('events')`, `('/events')` and `('//events')` are `/events`.
 */
export function localPath(text: string): string {
  // Browsers drop control characters and read a backslash as a slash, so neither may lead.
  const inside = text.replace(/[\u0000-\u0020\u007f]/g, '').replace(/^[/\\]+/, '')
  const base = 'http://this.site'
  try {
    const address = new URL(`/${inside}`, base)
    const path = address.pathname.replace(/^[/\\]+/, '/')
    return address.origin === base ? `${path}${address.search}${address.hash}` : '/'
  } catch {
    return '/'
  }
}
