import type { HeaderPair } from '../wire.ts'
import type { Framework } from '../words/check-fixes.ts'
export const frameworkOf = (_: { status: number; headers: HeaderPair[]; body: string }[]): Framework | null =>
  null
