/**
 * Returns the pictures' alternative texts by name. Their only source is the table in content/pictures/README.md,
 * with rows `| name | alternative text | …`.
 */
export function altTexts(readme: string): Map<string, string> {
  const rows = readme.split('\n').filter((line) => line.startsWith('| '))
  return new Map(
    rows.map((row) => {
      const [, name = '', alt = ''] = row.split('|').map((cell) => cell.trim())
      return [name, alt]
    }),
  )
}
