/**
 * Renders a stylesheet of its own, next to the markup that needs it. `styles/site.css` lists the stylesheets that
 * every page loads, which are not rendered by this.
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
