import type { Mistake } from '../wire.ts'
import type { EndpointRecord } from './endpoints.ts'

/** What a request is looked at for. */
export interface Looked {
  endpoint: EndpointRecord
  webhookId: string | null
  body: Buffer | null
}

/** Looks for what is wrong with a request beside its signature. */
export function createMistakes() {
  return {
    look: (_looked: Looked): Mistake[] => [],
  }
}
export type Mistakes = ReturnType<typeof createMistakes>
