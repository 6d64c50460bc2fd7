/** The library for node:test: `useSandbox`, and the matchers as functions. */
import { after, afterEach, before } from 'node:test'
import { createSandbox } from '../library.ts'
import type { Sandbox, SandboxClient, SandboxOptions } from '../types.ts'
import { standIn } from './current.ts'

export {
  not,
  toBeDelivered,
  toBeDeliveredOnce,
  toBeRefused,
  toBeVerified,
  toPassCheck,
} from './assertions.ts'

/** The sandbox of this file or of this `describe`. It starts before the first test, and each test leaves it empty. */
export function useSandbox(options?: SandboxOptions): SandboxClient {
  let sandbox: Sandbox | undefined
  before(async () => {
    sandbox = await createSandbox(options)
  })
  afterEach(() => sandbox?.reset())
  after(() => sandbox?.close())
  return standIn(() => sandbox)
}
