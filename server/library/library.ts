/** The library: sandboxes in this process, and clients of others. Importing it has no effect. */
import { fileURLToPath } from 'node:url'
import { parseConfig } from '../config.ts'
import { realOutside } from '../outside.ts'
import { startSandbox } from '../sandbox.ts'
import { version } from '../version.ts'
import { createAsk } from './ask.ts'
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
  const sandbox = await startSandbox(parseConfig({ ...defaults, ...config, ...own }, 'createSandbox'), {
    version,
    outside,
    pageFolder: page ? fileURLToPath(new URL('../ui', import.meta.url)) : undefined,
    onTrouble: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
  })
  const ask = createAsk({ base: sandbox.url, fetch: sandbox.fetch })
  const { closeReceivers, ...client } = createClient(ask, outside, { since: 0 })
  async function close() {
    await sandbox.close()
    closeReceivers()
  }
  if (clock === 'manual') await client.clock.manual()
  return { ...client, close, [Symbol.asyncDispose]: close }
}
