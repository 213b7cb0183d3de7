/**
 * Renders a separate stylesheet for pages that the public never loads. All other styles go into one file for the
 * whole site, which has a size budget.
 *
 *     import sheet from '#app/admin/roster/roster.css?url'
 *     <Stylesheet href={sheet} />
 *
 * React adds it to the head once, and shows nothing before it has loaded.
 */
export function Stylesheet({ href }: { href: string }) {
  // In tests, imported style sheets are empty strings.
  return href === '' ? null : <link rel="stylesheet" href={href} precedence="late" />
}
