export function runSeed(given: string | undefined): number
