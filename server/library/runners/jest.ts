/**
 * The library for jest: `useSandbox`, and the matchers, of `expect` and as functions. The build writes it as CommonJS, which is
 * what jest loads. The sandbox runs in a thread, where jest does not load its modules again for each test file.
 */
import { Worker } from 'node:worker_threads'
import { connect } from '../connect.ts'
import type { SandboxClient, SandboxOptions } from '../types.ts'
import { standIn } from './current.ts'
import { matchers } from './matchers.ts'

export {
  not,
  toBeDelivered,
  toBeDeliveredOnce,
  toBeRefused,
  toBeVerified,
  toPassCheck,
} from './assertions.ts'

/** The globals of jest. */
interface Jest {
  beforeAll(run: () => Promise<void>): void
  afterEach(run: () => Promise<void> | undefined): void
  afterAll(run: () => Promise<void>): void
  expect: { extend(more: typeof matchers): void }
}
const jest = globalThis as unknown as Jest
jest.expect.extend(matchers)

/** The sandbox of this file or of this `describe`. It starts before the first test, and each test leaves it empty. */
export function useSandbox(options: SandboxOptions = {}): SandboxClient {
  let thread: Worker | undefined
  let client: SandboxClient | undefined
  jest.beforeAll(async () => {
    thread = new Worker(new URL('./jest-thread.js', import.meta.url), { workerData: options })
    client = connect(await urlOf(thread))
  })
  jest.afterEach(() => client?.reset())
  jest.afterAll(async () => {
    await thread?.terminate()
  })
  return standIn(() => client)
}

/** The address of the sandbox in a thread; the error of the thread, if it could not start. */
const urlOf = (thread: Worker) =>
  new Promise<string>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
  })
