import { expect, test } from 'vitest'
import { stepCaption } from '../../../server/words/step.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { at, claimsOf, pageOf } from './page.ts'
import { reference } from './reference.ts'
import { leftBy, mondayMorning, runToItsEnd, shippedNames, troubleOf } from './world.ts'

test('the reference lists exactly the shipped scenarios', () => {
  expect(shippedNames.toSorted()).toEqual(Object.keys(reference).toSorted())
})

test.for(Object.entries(reference))(
  '%s succeeds on an empty sandbox, and tells what the platform would tell and its page tells',
  async ([name, { events, requests = events.length }]) => {
    const sandbox = await startSandbox()
    await sandbox.clock(mondayMorning)
    const run = await runToItsEnd(sandbox, name)
    expect(troubleOf(run)).toEqual([])
    expect(run.steps.filter(({ state }) => state !== 'succeeded')).toEqual([])

    // What an audience reads has the values of this run.
    const captions = run.steps.map((step) => [...stepCaption(step), step.summary])
    expect(captions.flat().filter((text) => /[{}]|undefined|null/.test(text))).toEqual([])
    const calls = run.steps.filter(({ kind }) => kind === 'call')
    expect(calls.filter((step) => stepCaption(step)[1] === '')).toEqual([])

    const left = await leftBy(sandbox, run)
    expect(left.events.map(({ event }) => event)).toEqual(events)
    const times = left.events.map(({ occurred_at }) => occurred_at)
    expect(times).toEqual(times.toSorted())
    // All that reached the receiver bears the id of an event of this run, and a signature that fits.
    const ids = new Set(left.events.map(({ id }) => id))
    expect(left.captures.filter(({ webhook_id }) => !ids.has(webhook_id ?? ''))).toEqual([])
    expect(left.captures.map(({ verdict }) => verdict.result)).toEqual(Array(requests).fill('verified'))
    expect(sandbox.troubles).toEqual([])

    const claims = claimsOf(pageOf(name))
    expect(claims.map(({ event }) => event)).toEqual(events)
    for (const [i, { event, paths }] of claims.entries())
      for (const { path, ...claimed } of paths) {
        const said = at(left.events[i]?.payload, path)
        expect(said, `event ${i + 1}, ${event}: ${path}`).not.toBe(undefined)
        if ('value' in claimed) expect(said, `event ${i + 1}, ${event}: ${path}`).toEqual(claimed.value)
      }
  },
)
