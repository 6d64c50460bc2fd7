/** Turns connection errors into outcomes. */
import { type Failed, isWorded } from '../words/outcome.ts'

const kindByCode: Record<string, 'reset' | 'dns'> = {
  ECONNRESET: 'reset',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  unknown_here: 'dns',
}

/** Whether a connection failed because this process or machine has no free file descriptor. */
export const lacksDescriptor = (error: Error): boolean => /^(EMFILE|ENFILE)$/.test(codeOf(error))

/** The outcome of an attempt that could not connect. */
export function outcomeOfConnectError(error: NodeJS.ErrnoException & SystemFacts): Failed {
  const { syscall, hostname, address = null, port, message } = error
  const isZone = syscall === 'connect' && error.code === 'EINVAL' && /^fe[89ab]/i.test(address ?? '')
  const code = isZone ? 'zone_missing' : codeOf(error) || 'failed'
  const kind = syscall === 'getaddrinfo' ? 'dns' : (kindByCode[code] ?? 'refused')
  return {
    kind,
    code,
    address: address === null || port === undefined ? (hostname ?? address) : hostAndPort(address, port),
    // Node appends the local address to some error messages.
    ...(!isWorded(code) && { text: message.replace(/ - Local \(.*\)$/, '') }),
    ...(kind === 'reset' && { progress: { part: 'request', bytes: 0 } }),
  }
}

/** The fields of a system error besides its code. */
interface SystemFacts {
  address?: string
  port?: number
  hostname?: string
}

export const hostAndPort = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

/** The code of a system error, or an empty text. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
