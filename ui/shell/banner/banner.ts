import type { DeliveryRow } from '../../../server/wire.ts'

/** What mends a failure; the page carries it out. */
export type Mend =
  | { kind: 'connect' | 'reload' | 'data' }
  | { kind: 'attempt-now' | 'resend' | 'delivery' | 'answer' | 'signature'; id: string }
  | { kind: 'subscription' | 'address' | 'enable'; id: string }
  | { kind: 'subscribe'; event: string }
  | { kind: 'advance'; to: string }
  | { kind: 'resume' | 'run'; id: string }

/** A failure in sight: what happened, why, and what mends it, the best first. */
export interface Banner {
  /** The same for the same failure: one that was dismissed stays away until it happens again. */
  key: string
  /** What it goes on about, however often that happens; without it, its key. */
  about?: string
  tone: 'bad' | 'wait'
  what: string
  why: string
  /** The beginning of what was answered; it takes the room that is left. */
  says?: string
  mends: { title: string; mend: Mend }[]
}

/** The newest delivery to a subscription that went wrong, and how many answers in a row spoke of the signature. */
export interface Trouble {
  row: DeliveryRow
  refusals: number
  answer?: Answered | undefined
}

/** What the newest answer said beside its status, where it has been read. */
export interface Answered {
  /** Where it sends one, as a whole address. */
  location: string | null
  /** The beginning of its first line. */
  line: string
}
