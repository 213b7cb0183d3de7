/** The one place of the pictures' alternative texts is the table in content/pictures/README.md. */

/**
 * @param {string} readme the file's text, whose rows are `| name | alternative text | …`
 * @returns {Map<string, string>}
 */
export function altTexts(readme) {
  const rows = readme.split('\n').filter((line) => line.startsWith('| '))
  return new Map(
    rows.map((row) => {
      const [, name = '', alt = ''] = row.split('|').map((cell) => cell.trim())
      return [name, alt]
    }),
  )
}
