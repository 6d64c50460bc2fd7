import type { Outcome } from '../wire.ts'

export { sayOutcome as describeOutcome } from '../words/outcome.ts'

const kindByCode: Record<string, 'reset' | 'dns'> = {
  ECONNRESET: 'reset',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
}

const hints: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ETIMEDOUT: 'the address does not answer',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  EAI_AGAIN: 'no name server answers',
  EADDRNOTAVAIL: 'this machine has no address or no port left to send from',
  ECONNRESET: 'reset before anything could be sent',
}
const linkLocal = 'an address of one link alone needs its zone, which no URL holds'

/** Whether a connection could not be made since this process, or the machine, may open no more files. */
export const lacksDescriptor = (error: Error): boolean => /^(EMFILE|ENFILE)$/.test(codeOf(error))

/** The outcome of an attempt whose connection could not be made. */
export function outcomeOfConnectError(error: unknown): Outcome {
  const code = codeOf(error)
  // Both families refused: the message of the collection is empty, those of its parts are not.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const message = first instanceof Error && first.message ? first.message : code || String(error)
  const kind =
    first instanceof Error && 'syscall' in first && first.syscall === 'getaddrinfo' ? 'dns' : kindByCode[code]
  const hint = /^connect EINVAL fe[89ab]/i.test(message) ? linkLocal : hints[code]
  // Node adds where it would have been sent from where the system takes a call amiss.
  const words = message.replace(/ - Local \(.*\)$/, '')
  return { kind: kind ?? 'refused', detail: hint === undefined ? words : `${words} (${hint})` }
}

/** The code of an error of the system, or nothing. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
