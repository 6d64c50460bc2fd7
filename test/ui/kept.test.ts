import { expect, test } from 'vitest'
import { keptSizes } from '../../ui/settings/reset.tsx'

test('a reset can keep no records of runs', () => {
  const mine = { identity: 'demo', url: 'http://localhost/in/demo' }
  const ofRun = { identity: 'run_00000001', url: 'http://localhost/in/kyc-fails' }
  expect(keptSizes([mine, ofRun], [mine, ofRun, { url: 'http://localhost/in/other' }])).toEqual({
    subscriptions: 1,
    endpoints: 2,
  })
})
