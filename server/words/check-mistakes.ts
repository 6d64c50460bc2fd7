import type { ReceiverMistake } from '../wire.ts'
import type { Framework, SchemeLimits } from './check-fixes.ts'
export const sayMistake = (m: Omit<ReceiverMistake, 'summary'>, _f: Framework | null, _l: SchemeLimits) => ({
  summary: m.code,
  fix: '',
})
export const sayDiagnosis = (d: { code: string }, _f: Framework | null, _l: SchemeLimits) => ({
  summary: d.code,
  fix: '',
})
