import own from '../../../fixtures/reference/control-api.json'
import platform from '../../../fixtures/reference/platform-routes.json'
import { knownCalls } from '../../../server/api/known-calls.ts'

const read = (line: string) => {
  const [method = '', path = ''] = line.split(' ')
  return { method, path }
}

/** What calls can reach, as the contracts say. */
export const calls = knownCalls({
  operations: [...platform.named, ...platform.chosen].map(read),
  routes: own.now.map(read),
})
