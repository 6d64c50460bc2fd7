import { expect, test } from 'vitest'
import { readPlace } from '../../ui/place/place.ts'
import { askedOf, isSandboxAsked } from '../../ui/stream/asked.ts'

const at = (search: string) => readPlace({ pathname: '/', search })

test('the records of a run are requested by kind', () => {
  expect(askedOf(at('?run=run_1')).map(({ kind, filters }) => [kind, filters.run_id])).toEqual([
    ['event', 'run_1'],
    ['delivery', 'run_1'],
    ['capture', 'run_1'],
    ['call', 'run_1'],
  ])
  expect(askedOf(at('?run=run_1&kind=captures')).map(({ kind }) => kind)).toEqual(['capture'])
  expect(askedOf(at('?kind=failed&run=trf_1')).every(({ filters }) => filters.run_id === 'trf_1')).toBe(true)
})

test('without a run, no run is named and live frames apply directly', () => {
  expect(askedOf(at('')).some(({ filters }) => 'run_id' in filters)).toBe(false)
  expect(['', '?kind=events', '?run=run_1', '?q=tea'].map((search) => isSandboxAsked(at(search)))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
