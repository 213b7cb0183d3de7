/** The roles of the grid's parts, said outright: some browsers forget what a table is once its display changes. */
export const ROLES = { grid: 'grid', row: 'row', cell: 'gridcell' } as const
