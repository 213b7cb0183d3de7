/**
 * A stylesheet of its own for what the public never loads: all others go into one file for the whole site, which has
 * a budget. `import sheet from '#features/roster/ui/roster.css?url'`, then `<Stylesheet href={sheet} />` beside what it styles: React
 * puts it into the head once, and shows nothing before it is there.
 */
export function Stylesheet({ href }: { href: string }) {
  // Tests know no files of styles.
  return href === '' ? null : <link rel="stylesheet" href={href} precedence="late" />
}
