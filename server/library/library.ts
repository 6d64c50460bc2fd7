/** The library: sandboxes in this process, and clients of others. Importing it has no effect. */
import { fileURLToPath } from 'node:url'
import { parseConfig } from '../config.ts'
import { realOutside } from '../outside.ts'
import { startSandbox } from '../sandbox.ts'
import { version } from '../version.ts'
import { createAsk, SandboxError } from './ask.ts'
import { createClient } from './client.ts'
import type { Sandbox, SandboxOptions } from './types.ts'

export { SandboxError } from './ask.ts'
export { connect } from './connect.ts'
export { Unmet } from './unmet.ts'

/** Starts a sandbox in this process. Rejects with an error that names the setting at fault. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const outside = realOutside()
  const { config, clock = 'real', page = false, ...own } = options
  const defaults = { port: 0, data: ':memory:', bare: true }
  let isClosed = false
  const sandbox = await startSandbox(parseConfig({ ...defaults, ...config, ...own }, 'createSandbox'), {
    version,
    outside,
    pageFolder: page ? fileURLToPath(new URL('../ui', import.meta.url)) : undefined,
    onTrouble(error) {
      // A request that was under way at the close finds no database.
      if (!isClosed) process.emitWarning(error instanceof Error ? error : String(error))
    },
  })
  let isClosing = false
  const underWay = new Set<AbortController>()

  /** Sends a request to the app. Rejects once the sandbox closes. */
  function fetch(request: Request): Promise<Response> {
    if (isClosing) return Promise.reject(closedError())
    const ending = new AbortController()
    underWay.add(ending)
    return new Promise<Response>((resolve, reject) => {
      ending.signal.addEventListener('abort', () => reject(closedError()))
      sandbox.fetch(new Request(request, { signal: ending.signal })).then(resolve, reject)
    }).finally(() => underWay.delete(ending))
  }

  const ask = createAsk({ base: sandbox.url, fetch })
  const { closeReceivers, ...client } = createClient(ask, outside, { since: 0 })
  async function close() {
    isClosing = true
    for (const ending of underWay) ending.abort()
    // A function that never responds must not delay the end.
    closeReceivers()
    await sandbox.close()
    isClosed = true
  }
  if (clock === 'manual') await client.clock.manual()
  return { ...client, close, [Symbol.asyncDispose]: close }
}

const closedError = () =>
  new SandboxError({
    code: 'closed',
    reason: 'The sandbox is closed.',
    fix: 'Await all calls before close(), or start another sandbox with createSandbox().',
  })
