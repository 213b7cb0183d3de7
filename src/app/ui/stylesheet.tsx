/**
 * Renders a link to a stylesheet, next to the markup that needs it. Every page already loads the stylesheets
 * of `styles/site.css`.
 * import sheet from '#app/admin/roster/roster.css?url' <Stylesheet href={sheet} />
 * React adds the link to the head once, and shows the new markup only after the stylesheet has loaded.
 */
export function Stylesheet({ href }: { href: string }) {
  // Renders nothing in tests, because an imported stylesheet is an empty string there.
  return href === '' ? null : <link rel="stylesheet" href={href} precedence="late" />
}
