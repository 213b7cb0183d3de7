/** The list of pages for search engines (sitemaps.org). */

export interface SitemapEntry {
  /** The whole address. */
  address: string
  /** When its content last changed (ISO 8601), where that is known. */
  changed?: string
}

export function sitemapXml(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ address, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${escapeXml(changed)}</lastmod>`
    return `  <url><loc>${escapeXml(address)}</loc>${lastmod}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark)
}
