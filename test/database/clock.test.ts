import { expect, test } from 'vitest'
import { createClock } from '../../server/clock/clock.ts'
import type { Outside } from '../../server/outside.ts'

const second = 1_000_000

/** A world whose time moves only by hand; timers run when they fall due, or when they are told to run early. */
function fakeWorld() {
  let wall = 1_000 * second
  let timers: { at: number; run: () => void }[] = []
  const outside: Outside = {
    wallTime: () => wall,
    elapsed: () => wall / 1000,
    worked: () => 0,
    after(ms, run) {
      const timer = { at: wall + ms * 1000, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    drawSeed: () => 7,
  }
  const fire = (due: typeof timers) => {
    timers = timers.filter((timer) => !due.includes(timer))
    for (const { run } of due) run()
  }
  return {
    outside,
    waits: () => timers.map(({ at }) => (at - wall) / 1000),
    pass(ms: number) {
      wall += ms * 1000
      fire(timers.filter(({ at }) => at <= wall))
    },
    fireEarly: () => fire(timers),
    jump(ms: number) {
      wall += ms * 1000
    },
    /** As {@link jump}, and timers know nothing of it, as while a machine sleeps. */
    sleep(ms: number) {
      wall += ms * 1000
      for (const timer of timers) timer.at += ms * 1000
    },
  }
}

function withAlarm() {
  const world = fakeWorld()
  const clock = createClock(world.outside)
  const rings: number[] = []
  const alarm = clock.alarm(() => rings.push(clock.now()))
  return { world, clock, alarm, rings }
}
const inMs = (clock: { now(): number }, ms: number) => clock.now() + ms * 1000
const manual = (base: number) => ({ mode: 'manual' as const, speed: 1, base, wall: 0 })

test('an alarm rings once when its time has come', () => {
  const { world, clock, alarm, rings } = withAlarm()
  alarm.set(inMs(clock, 500))
  world.pass(499)
  expect(rings).toEqual([])
  world.pass(1)
  world.pass(10_000)
  expect(rings).toHaveLength(1)
})

test('an alarm for a time that is past rings at once', () => {
  const { world, clock, alarm, rings } = withAlarm()
  alarm.set(inMs(clock, -5))
  world.pass(0)
  expect(rings).toHaveLength(1)
})

test('setting an alarm again replaces its earlier time', () => {
  const { world, clock, alarm, rings } = withAlarm()
  alarm.set(inMs(clock, 100))
  alarm.set(inMs(clock, 300))
  world.pass(200)
  expect(rings).toEqual([])
  alarm.set(null)
  world.pass(1000)
  expect(rings).toEqual([])
  expect(world.waits()).toEqual([])
})

test('a timer that runs early is set again, not believed', () => {
  const { world, clock, alarm, rings } = withAlarm()
  alarm.set(inMs(clock, 1000))
  world.fireEarly()
  expect(rings).toEqual([])
  world.pass(1000)
  expect(rings).toHaveLength(1)
})

test('at double speed an alarm waits half as long', () => {
  const { world, clock, alarm, rings } = withAlarm()
  clock.change({ mode: 'real', speed: 2, base: clock.now(), wall: world.outside.wallTime() })
  alarm.set(inMs(clock, 1000))
  expect(world.waits()).toEqual([500])
  world.pass(500)
  expect(rings).toHaveLength(1)
})

test('a change of speed moves an alarm that is set already', () => {
  const { world, clock, alarm, rings } = withAlarm()
  alarm.set(inMs(clock, 10_000))
  world.pass(5000)
  clock.change({ mode: 'real', speed: 10, base: clock.now(), wall: world.outside.wallTime() })
  world.pass(500)
  expect(rings).toHaveLength(1)
})

test('manual time stands still: nothing rings until it is moved far enough', () => {
  const { world, clock, alarm, rings } = withAlarm()
  clock.change(manual(100 * second))
  alarm.set(160 * second)
  world.pass(3_600_000)
  expect([rings, clock.now()]).toEqual([[], 100 * second])
  clock.change(manual(159 * second))
  world.pass(0)
  expect(rings).toEqual([])
  clock.change(manual(160 * second))
  world.pass(0)
  expect(rings).toEqual([160 * second])
})

test('back on the wall clock an alarm that was waiting goes on', () => {
  const { world, clock, alarm, rings } = withAlarm()
  alarm.set(inMs(clock, 1000))
  clock.change(manual(clock.now()))
  world.pass(5000)
  expect(rings).toEqual([])
  clock.change({ mode: 'real', speed: 1, base: world.outside.wallTime(), wall: world.outside.wallTime() })
  world.pass(0)
  expect(rings).toHaveLength(1)
})

test('an alarm may be set again while it rings', () => {
  const world = fakeWorld()
  const clock = createClock(world.outside)
  let rings = 0
  const alarm = clock.alarm(() => {
    if (++rings < 3) alarm.set(inMs(clock, 100))
  })
  alarm.set(inMs(clock, 100))
  for (let i = 0; i < 5; i++) world.pass(100)
  expect(rings).toBe(3)
})

test('a wall clock that is set back keeps an alarm from ringing before its time', () => {
  const { world, clock, alarm, rings } = withAlarm()
  const due = inMs(clock, 1000)
  alarm.set(due)
  world.jump(-3_600_000)
  world.fireEarly()
  expect(rings).toEqual([])
  world.pass(3_601_000)
  expect(rings.every((at) => at >= due) && rings.length === 1).toBe(true)
})

test('a wall clock that is set back puts off nothing: time goes on, and never runs back', () => {
  const { world, clock, alarm, rings } = withAlarm()
  const began = clock.now()
  alarm.set(inMs(clock, 60_000))
  world.pass(10_000)
  expect(clock.now()).toBe(began + 10 * second)
  world.sleep(-3_600_000)
  expect(clock.now()).toBe(began + 10 * second)
  world.pass(20_000)
  world.sleep(-86_400_000)
  // What passes until the next look is lost, and no more.
  world.pass(20_000)
  world.pass(30_000)
  expect(rings).toEqual([began + 60 * second])
})

test('one that is set back while nobody runs leaves time where it was, at any speed', () => {
  const world = fakeWorld()
  const wall = world.outside.wallTime()
  const saved = { mode: 'real' as const, speed: 10, base: 5000 * second, wall: wall + 3600 * second }
  const clock = createClock(world.outside, saved)
  expect(clock.now()).toBe(5000 * second)
  world.pass(1000)
  expect(clock.now()).toBe(5010 * second)
})

test('an order to run by the wall clock is one to its time, whatever it was set back by', () => {
  const { world, clock } = withAlarm()
  world.pass(1000)
  clock.now()
  world.sleep(-3_600_000)
  const wall = world.outside.wallTime()
  expect(clock.now()).toBe(wall + 3600 * second)
  clock.change({ mode: 'real', speed: 1, base: wall, wall })
  expect(clock.now()).toBe(wall)
})

test('what fell due while the machine slept rings soon after, though timers slept as well', () => {
  const { world, clock, alarm, rings } = withAlarm()
  const due = inMs(clock, 6 * 3_600_000)
  alarm.set(due)
  world.pass(60_000)
  world.sleep(8 * 3_600_000)
  world.pass(30_000)
  expect(rings).toHaveLength(1)
})

test('while it stands no alarm rings; then the time that passed is made up for', () => {
  const { world, clock, alarm, rings } = withAlarm()
  const began = clock.now()
  alarm.set(inMs(clock, 500))
  const goOn = clock.stand()
  world.pass(2000)
  expect(clock.now()).toBe(began)
  expect(rings).toEqual([])
  clock.moveTo(began + 100 * second)
  expect(clock.now()).toBe(began + 100 * second)
  expect(world.waits()).toEqual([])
  goOn()
  expect(clock.now()).toBe(began + 102 * second)
  world.pass(0)
  expect(rings).toEqual([began + 102 * second])
})

test('a manual clock that stood is where it was moved to', () => {
  const { world, clock, alarm, rings } = withAlarm()
  clock.change(manual(100 * second))
  alarm.set(150 * second)
  const goOn = clock.stand()
  clock.moveTo(200 * second)
  world.pass(5000)
  expect(rings).toEqual([])
  goOn()
  world.pass(0)
  expect(rings).toEqual([200 * second])
})
