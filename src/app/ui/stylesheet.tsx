/**
 * Renders a link to a stylesheet, next to the markup that needs it. Every page already loads the stylesheets
 * that `styles/site.css` lists, so they do not need this component.
 *
 *     import sheet from '#app/admin/roster/roster.css?url'
 *     <Stylesheet href={sheet} />
 *
 * React adds the link to the head once, and shows the new markup only after the stylesheet has loaded.
 */
export function Stylesheet({ href }: { href: string }) {
  // In tests, imported style sheets are empty strings.
  return href === '' ? null : <link rel="stylesheet" href={href} precedence="late" />
}
