import type { AttemptRow } from '../../server/wire.ts'

/** The number of the attempt after which a delivery is given up: one that was cut short has a number of its own, and does not count. */
export const lastNumber = (attemptsMax: number, attempts: readonly Pick<AttemptRow, 'outcome'>[]): number =>
  attemptsMax + attempts.filter(({ outcome }) => outcome?.kind === 'interrupted').length
