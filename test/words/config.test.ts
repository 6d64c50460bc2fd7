import { expect, test } from 'vitest'
import { configOrigin, misspelledVariable } from '../../server/words/config.ts'

test('the origin of a value has its name', () => {
  expect(configOrigin({ origin: 'default', origin_name: null })).toBe('default')
  expect(configOrigin({ origin: 'environment', origin_name: 'SANDBOX_PORT' })).toBe(
    'environment SANDBOX_PORT',
  )
})

test('a misspelled variable has the nearest', () =>
  expect(misspelledVariable('SANDBOX_PRT', 'SANDBOX_PORT')).toBe(
    'Warning: the variable SANDBOX_PRT sets nothing. Did you mean SANDBOX_PORT?',
  ))
