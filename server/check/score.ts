import type { CheckProbe } from '../wire.ts'
export const scoreOf = (_: readonly Pick<CheckProbe, 'severity' | 'result'>[]) => 100
