/** Clients of sandboxes that run elsewhere. */
import { drawSecretBytes, realOutside } from '../outside.ts'
import { causeOf, createAsk, SandboxError, type Transport } from './ask.ts'
import { createClient } from './client.ts'
import type { SandboxClient } from './types.ts'

/** A client of a sandbox that runs elsewhere. Its waits count from here. */
export function connect(url: string): SandboxClient {
  const base = new URL(url).origin
  const outside = realOutside()
  // Records of this millisecond are from before.
  const began = Math.floor(outside.wallTime() / 1000) + 1
  const session = `library-${drawSecretBytes().toString('hex')}; began=${began}`
  const { closeReceivers: _, ...client } = createClient(createAsk(overHttp(base)), outside, { session })
  return client
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
