/** The set with these too, or without them; the given one stays as it is. */
export const withOrWithout = <T>(all: ReadonlySet<T>, some: readonly T[], wanted: boolean): Set<T> =>
  new Set(wanted ? [...all, ...some] : [...all].filter((one) => !some.includes(one)))
