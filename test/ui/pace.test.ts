import { afterEach, expect, test, vi } from 'vitest'
import { createPace } from '../../ui/kit/pace.ts'

/** A frame lasts so long, ms. */
const frame = 16

/** A page whose clock moves only by what is waited for and by what work takes. */
function startPage() {
  let now = 0
  const due: { at: number; run: () => void }[] = []
  vi.stubGlobal('performance', { now: () => now })
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => due.push({ at: now + ms, run }))
  vi.stubGlobal('requestAnimationFrame', (run: () => void) =>
    due.push({ at: (Math.floor(now / frame) + 1) * frame, run }),
  )
  return {
    take(ms: number) {
      now += ms
    },
    /** Runs what is due until then. */
    runUntil(end: number) {
      while (now < end) {
        due.sort((a, b) => a.at - b.at)
        const next = due.shift()
        if (next === undefined) return
        now = Math.max(now, next.at)
        next.run()
      }
    },
  }
}

/** When work that is asked for anew each time it is done, and takes so long, was done within a second. */
function begunWithin(takes: number): { times: number; busy: number } {
  const page = startPage()
  const inFrame = createPace()
  let times = 0
  const work = () => {
    times++
    page.take(takes)
    inFrame(work)
  }
  inFrame(work)
  page.runUntil(1000)
  return { times, busy: (times * takes) / 1000 }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('short work runs in every frame or every second one', () => {
  expect(begunWithin(0).times).toBeGreaterThanOrEqual(62)
  expect(begunWithin(4).times).toBeGreaterThanOrEqual(31)
})

test.each([10, 20, 40, 80])('work of %i ms is followed by at least as long a pause', (takes) => {
  const { times, busy } = begunWithin(takes)
  expect(times).toBeGreaterThan(3)
  expect(busy).toBeLessThanOrEqual(0.51)
})

test('failing work does not block later work', () => {
  const page = startPage()
  const inFrame = createPace()
  inFrame(() => {
    throw new Error('one frame')
  })
  expect(() => page.runUntil(frame)).toThrow('one frame')
  let later = 0
  inFrame(() => {
    later++
  })
  page.runUntil(10 * frame)
  expect(later).toBe(1)
})

test('after long work the pause is at most a tenth of a second', () => {
  const page = startPage()
  const inFrame = createPace()
  let later = 0
  inFrame(() => {
    page.take(3000)
    inFrame(() => {
      later++
    })
  })
  page.runUntil(3000 + frame + 100 + frame)
  expect(later).toBe(1)
})
