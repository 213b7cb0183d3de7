/** The head of a plain table: `<TableHead heads={['Work', 'Last run']} />` */
export function TableHead({ heads, className }: { heads: readonly string[]; className?: string }) {
  return (
    <thead className={className}>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}
