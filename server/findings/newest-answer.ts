import type { Recipes } from '../signing/recipes.ts'
import type { HeaderPair } from '../wire.ts'
import type { CopyAnswer } from './answers.ts'

/** The newest attempt of a delivery that was answered. */
export interface NewestAnswer {
  number: number
  status: number
  sent: { method: string; url: string; headers: readonly HeaderPair[]; size: number }
  /** What was answered, as it came. */
  answer: Omit<CopyAnswer, 'status'>
  scheme: string
  recipes: Recipes
  /** Which endpoint of the sandbox has passed it on, if any. */
  endpoint: string | null
  /** Whether a fault has spoilt its signature, so that it had to be refused. */
  isSpoilt: boolean
}

/** How it came out, as the details of findings begin. */
export const cameOf = ({ number, status, endpoint }: NewestAnswer): string =>
  `Attempt ${number}${endpoint === null ? '' : `, passed on by the endpoint ${endpoint}`}: HTTP ${status}`
