/** Clients of sandboxes that run elsewhere. */
import { drawSecretBytes, realOutside } from '../outside.ts'
import { causeOf, createAsk, SandboxError, type Transport } from './ask.ts'
import { createClient } from './client.ts'
import type { SandboxClient } from './types.ts'

/** A client of a sandbox that runs elsewhere. Its waits count from here. */
export function connect(url: string): SandboxClient {
  const base = originOf(url)
  const outside = realOutside()
  // Records of this millisecond are from before.
  const began = Math.floor(outside.wallTime() / 1000) + 1
  const session = `library-${drawSecretBytes().toString('hex')}; began=${began}`
  const { closeReceivers: _, ...client } = createClient(createAsk(overHttp(base)), outside, { session })
  return client
}

function originOf(url: string): string {
  const { protocol, origin } = URL.canParse(url) ? new URL(url) : {}
  if (origin !== undefined && (protocol === 'http:' || protocol === 'https:')) return origin
  throw new SandboxError({
    code: 'invalid_field',
    reason: `${JSON.stringify(url)} is not an http or https URL.`,
    fix: 'Give the URL that the sandbox printed at its start, such as http://127.0.0.1:4400.',
  })
}

const overHttp = (base: string): Transport => ({
  base,
  fetch: (request) =>
    fetch(request).catch((error: unknown) => {
      const { message } = causeOf(error)
      throw new SandboxError({
        code: 'unreachable',
        reason: `No sandbox responds at ${base}: ${message}.`,
        fix: 'Start one with: npx webhook-sandbox',
        cause: error,
      })
    }),
})
