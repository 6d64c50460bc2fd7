import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { timesInUtc } from '../../ui/kit/preferences.ts'
import { createTimes } from '../../ui/kit/time.ts'
import { createPlaces, dayWords, newDays } from '../../ui/live/days.tsx'

afterEach(() => {
  process.env.TZ = 'UTC'
  timesInUtc.value = false
})

/** The words of a reader in a zone. */
function timesIn(zone: string) {
  process.env.TZ = zone
  return createTimes({ value: false })
}

test.each([
  // The night of the change to summer time: the hour after 01:59 is 03:00.
  ['Europe/Berlin', '2026-03-29T00:59:59.999000Z', '2026-03-29 01:59:59.999 CET'],
  ['Europe/Berlin', '2026-03-29T01:00:00.000000Z', '2026-03-29 03:00:00.000 CEST'],
  // The night back: 02:30 is there twice, and the zone tells which.
  ['Europe/Berlin', '2026-10-25T00:30:00.000000Z', '2026-10-25 02:30:00.000 CEST'],
  ['Europe/Berlin', '2026-10-25T01:30:00.000000Z', '2026-10-25 02:30:00.000 CET'],
  ['America/New_York', '2026-11-01T05:59:59.000000Z', '2026-11-01 01:59:59.000 EDT'],
  ['America/New_York', '2026-11-01T06:00:00.000000Z', '2026-11-01 01:00:00.000 EST'],
  // Zones of half and quarter hours, with and without a short name.
  ['Asia/Kolkata', '2026-01-01T18:29:59.999999Z', '2026-01-01 23:59:59.999 IST'],
  ['Asia/Kolkata', '2026-01-01T18:30:00.000000Z', '2026-01-02 00:00:00.000 IST'],
  ['Asia/Kathmandu', '2026-01-01T18:15:00.000000Z', '2026-01-02 00:00:00.000 UTC+5:45'],
  ['Australia/Lord_Howe', '2026-07-01T00:00:00.000000Z', '2026-07-01 10:30:00.000 LHST'],
  ['America/Sao_Paulo', '2026-07-01T02:59:59.999000Z', '2026-06-30 23:59:59.999 UTC-3'],
  // Edges of years.
  ['Pacific/Auckland', '2026-12-31T11:00:00.000000Z', '2027-01-01 00:00:00.000 NZDT'],
  ['America/New_York', '2027-01-01T04:59:59.000000Z', '2026-12-31 23:59:59.000 EST'],
  ['Asia/Tokyo', '9999-12-31T23:00:00.000000Z', '+010000-01-01 08:00:00.000 UTC+9'],
  ['Europe/London', '2026-01-01T00:00:00.000000Z', '2026-01-01 00:00:00.000 GMT'],
  ['UTC', '2026-01-01T00:00:00.000000Z', '2026-01-01 00:00:00.000 UTC'],
] as const)('in %s, %s is %s', (zone, at, words) => {
  const { dateTime, dayOf, clockTime, zoneAt } = timesIn(zone)
  expect(dateTime(at)).toBe(words)
  expect(dateTime(Date.parse(at))).toBe(words)
  expect(`${dayOf(at)} ${clockTime(at)} ${zoneAt(at)}`).toBe(words)
  expect(dateTime(at, false)).toBe(words.replace(/\.\d+/, ''))
})

test('times in UTC are as the API writes them, in every zone', () => {
  process.env.TZ = 'Asia/Kathmandu'
  const { dateTime } = createTimes({ value: true })
  expect(dateTime('2026-01-01T23:59:59.999999Z')).toBe('2026-01-01 23:59:59.999 UTC')
})

test('a list names a day where the day of the shown zone changes, and only there', () => {
  const days = (...ats: (string | null)[]) => newDays(ats.length, (index) => ats[index], '2026-01-03')
  process.env.TZ = 'America/New_York'
  const list = [
    '2026-01-03T05:00:00Z',
    '2026-01-03T04:59:59Z',
    null,
    '2026-01-02T12:00:00Z',
    '2026-01-01T12:00:00Z',
  ]
  expect(days(...list)).toEqual([
    { index: 1, day: '2026-01-02' },
    { index: 4, day: '2026-01-01' },
  ])
  timesInUtc.value = true
  expect(days(...list)).toEqual([
    { index: 3, day: '2026-01-02' },
    { index: 4, day: '2026-01-01' },
  ])
  // A clock that was moved back, and a list that begins on another day.
  expect(days('2026-01-02T12:00:00Z', '2026-01-03T12:00:00Z', '2026-01-02T12:00:00Z')).toEqual([
    { index: 0, day: '2026-01-02' },
    { index: 1, day: '2026-01-03' },
    { index: 2, day: '2026-01-02' },
  ])
  expect(days()).toEqual([])
})

test('midnight may lie within any quarter of an hour', () => {
  process.env.TZ = 'Asia/Kathmandu'
  const ats = ['2026-01-01T18:15:00Z', '2026-01-01T18:14:59Z', '2026-01-01T18:14:00Z']
  expect(newDays(3, (index) => ats[index], '2026-01-02')).toEqual([{ index: 1, day: '2026-01-01' }])
})

test('a day is named by the clock of the sandbox, with its year if that is another', () => {
  process.env.TZ = 'Europe/Berlin'
  // In Berlin the new year has begun.
  const now = Date.parse('2026-12-31T23:30:00Z')
  expect(['2027-01-01', '2026-12-31', '2026-12-30', '2027-01-02'].map((day) => dayWords(day, now))).toEqual([
    'Today, 1 January',
    'Yesterday, 31 December 2026',
    'Wednesday, 30 December 2026',
    'Saturday, 2 January',
  ])
})

test('dividers take places between rows, and no row loses or shares its place', () => {
  const days = [0, 3, 4].map((index) => ({ index, day: `2026-01-0${index + 1}` }))
  const places = createPlaces(days)
  const drawn = Array.from({ length: 9 }, (_, at) => places.dayAt(at) ?? places.rowAt(at))
  expect(drawn).toEqual(['2026-01-01', 0, 1, 2, '2026-01-04', 3, '2026-01-05', 4, 5])
  for (let row = 0; row < 6; row++) expect(drawn[places.of(row)]).toBe(row)
  expect(places.of(-1)).toBe(-1)
  // A divider stands for the row below.
  expect([0, 4, 6].map(places.rowAt)).toEqual([0, 3, 4])
})

test('the page words no time but by its formatter', () => {
  const files = readdirSync('ui', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  const own = files.filter((name) => {
    const text = readFileSync(join('ui', name), 'utf8')
    return (
      /import \{[^}]*\b(?:clockTime|secondsTime|dateTime)\b[^}]*\} from '[^']*words\/time\.ts'/.test(text) ||
      /toISOString\(\)\.slice\(1[1-9]|toLocale(?:Date|Time)?String\(|\.slice\(11, (?:19|23)\)/.test(text)
    )
  })
  expect(own).toEqual(['kit/time.ts'])
})
