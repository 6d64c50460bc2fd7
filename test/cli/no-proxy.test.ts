import { expect, test } from 'vitest'
import { withoutProxy } from '../../server/cli/no-proxy.ts'

test.each([
  [{}, 'localhost,127.0.0.1,[::1]'],
  [{ NO_PROXY: 'api.test' }, 'api.test,localhost,127.0.0.1,[::1]'],
  // Node reads the small letters first, also where there are none.
  [{ no_proxy: '', NO_PROXY: 'api.test' }, 'localhost,127.0.0.1,[::1]'],
])('a sandbox of this machine is asked without a proxy of the environment: %o', (environment, all) => {
  expect(withoutProxy(environment)).toBe(all)
})
