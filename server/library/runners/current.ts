/** The client that a test file holds before its sandbox has started. */
import type { SandboxClient } from '../types.ts'

/** @param current the client, once its sandbox has started */
export const standIn = (current: () => SandboxClient | undefined): SandboxClient =>
  new Proxy({} as SandboxClient, {
    get(_, name) {
      const client = current()
      if (client) return Reflect.get(client, name)
      throw new Error('The sandbox starts before the first test. Use it inside of a test or a hook.')
    },
  })
