import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { createNames } from '../../server/client/names.ts'
import { createPool } from '../../server/client/pool.ts'
import { remembered } from '../../server/client/remembered.ts'
import { realOutside } from '../../server/outside.ts'

const places = (count: number) => Array.from({ length: count }, (_, i) => `place${i}.test`)

test('only the newest proven connection places are remembered, so that memory stays limited', () => {
  const pool = createPool(realOutside())
  const known = places(remembered + 1)
  for (const place of known) pool.servedAgain(place)
  const looks = known.map((place) => pool.turnsToLook(place, 0))
  expect(looks.slice(0, 2)).toEqual([pool.turnsToLook('never.test', 0), 0])
  expect(new Set(looks.slice(1))).toEqual(new Set([0]))
})

test('so are the names that were slow, and one that is forgotten as it waits in their line holds up nobody', () => {
  let now = 0
  const asked: { name: string; answer(): void }[] = []
  const lookup: LookupFunction = (name, _options, done) => {
    asked.push({ name, answer: () => done(null, [{ address: '127.0.0.1', family: 4 }]) })
  }
  const { ask } = createNames({ allowPublic: false, outside: { elapsed: () => now }, lookup })
  const told: string[] = []
  const begin = (name: string) => ask(name, { all: true }, () => told.push(name))
  const answerFirst = () => asked.shift()?.answer()
  const beSlow = (names: readonly string[]) => {
    for (const name of names) begin(name)
    now += 2000
    for (const _ of names) answerFirst()
  }
  const names = () => asked.map(({ name }) => name)
  beSlow(['a.test', 'b.test', 'c.test', 'd.test'])
  for (const name of ['a.test', 'b.test', 'c.test']) begin(name)
  expect(names()).toEqual(['a.test'])
  const underWay = asked.splice(0)
  beSlow(places(remembered))
  asked.push(...underWay)
  told.length = 0
  begin('d.test')
  expect(names(), 'it is forgotten, so it waits in no line').toEqual(['a.test', 'd.test'])
  for (let times = 0; times < 4; times++) answerFirst()
  expect(told).toEqual(['a.test', 'd.test', 'b.test', 'c.test'])
})
