import { paths } from '../paths.ts'

/** The pages that a phone keeps for when the signal ends: public ones without a form, the same for everybody. */
export const offlinePaths: readonly string[] = [paths.directions, paths.packingList, paths.contact]
