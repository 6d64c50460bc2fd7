import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
import { signedAt, url } from '../world.ts'
import { all, content, hmac, judged } from './sender.ts'

const body = '{"a":1}'
const signedFor = (time: string) => judged(hmac(content(body, `evt_1.${time}.`)).digest('base64'), { body })

const zones = ['UTC', 'Europe/London', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata']
/** What a process of its own prints in each zone, as a Date and by toLocaleString. */
const printed: Record<string, [asDate: string, asLocale: string]> = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '-p',
      `JSON.stringify(Object.fromEntries(${JSON.stringify(zones)}.map((zone) => {
        process.env.TZ = zone
        const at = new Date(${signedAt}000)
        return [zone, [String(at), at.toLocaleString('en-US')]]
      })))`,
    ],
    { encoding: 'utf8' },
  ),
)

test.each(zones)(
  'a time that Node has printed in the zone %s is recognised, as a Date and by toLocaleString',
  (zone) => {
    expect(printed[zone]).toHaveLength(2)
    for (const [nth, time] of (printed[zone] ?? []).entries()) {
      const { causes } = signedFor(time)
      expect(causes).toMatchObject([
        { cause: 'timestamp_format', received: time, expected: String(signedAt) },
      ])
      // In winter the clocks of London are those of UTC.
      expect(causes[0]?.detail).toContain(
        nth === 0 || zone !== 'Europe/London' ? `in the time zone ${zone}` : 'in the time zone UTC',
      )
    }
  },
)

/** Of Python 3.11, Java 17 as they printed it; of the others as they are documented. */
test.each([
  ['Python, str of a datetime', '2023-11-14 22:13:20+00:00'],
  ['Python, isoformat of a naive datetime', '2023-11-14T22:13:20'],
  ['Python, ctime', 'Tue Nov 14 22:13:20 2023'],
  ['Python, email.utils.format_datetime', 'Tue, 14 Nov 2023 22:13:20 +0000'],
  ['Java, toString of a Date', 'Tue Nov 14 22:13:20 UTC 2023'],
  ['Ruby, to_s of a Time', '2023-11-14 22:13:20 +0000'],
  ['Ruby, to_s of a Time in UTC', '2023-11-14 22:13:20 UTC'],
  ['Go, String of a time.Time in UTC', '2023-11-14 22:13:20 +0000 UTC'],
  ['Go, Sprint of a float64', '1.7e+09'],
  ['.NET, ToString of a DateTime', '11/14/2023 10:13:20 PM'],
  ['.NET, ToString("u")', '2023-11-14 22:13:20Z'],
  ['Postgres, timestamptz', '2023-11-14 22:13:20+00'],
  ['PHP, date("YmdHis")', '20231114221320'],
  ['ISO 8601 without marks', '20231114T221320Z'],
  ['a date', '2023-11-14'],
  ['JavaScript, toLocaleString("de-DE")', '14.11.2023, 22:13:20'],
  ['JavaScript, JSON.stringify of a Date', '"2023-11-14T22:13:20.000Z"'],
  ['Python, isoformat(timespec="milliseconds")', '2023-11-14T22:13:20.000+00:00'],
  ['Python, isoformat(timespec="microseconds")', '2023-11-14T22:13:20.000000+00:00'],
  ['Python, "%.6f"', '1700000000.000000'],
  ['PHP, sprintf("%.3f")', '1700000000.000'],
  ['PHP, date(DATE_ISO8601)', '2023-11-14T22:13:20+0000'],
  ['Java, Jackson of a Date', '2023-11-14T22:13:20.000+0000'],
  ['Java, MessageFormat.format("{0}.{1}.{2}")', '1,700,000,000'],
  ['.NET, ToString("o") of a DateTime', '2023-11-14T22:13:20.0000000Z'],
  ['.NET, ToString("o") of a DateTimeOffset', '2023-11-14T22:13:20.0000000+00:00'],
])('%s', (_said, time) => {
  expect(signedAt).toBe(1_700_000_000)
  expect(all(signedFor(time))).toEqual(['timestamp_format'])
})

test.each([
  ['2023-11-14T23:13:20+01:00', 'Europe/Berlin'],
  ['2023-11-14T17:13:20-05:00', 'America/New_York'],
  ['2023-11-15T03:43:20+05:30', 'Asia/Kolkata'],
  ['2023-11-14 23:13:20', 'Europe/Berlin'],
  ['2023-11-14T23:13:20', 'Europe/Berlin'],
])('%s is reported as the time in the zone %s', (time, zone) => {
  const { causes } = signedFor(time)
  expect(causes).toMatchObject([{ cause: 'timestamp_format', received: time }])
  expect(causes[0]?.detail).toContain(`, in the time zone ${zone},`)
})

test('in a body of usual size these are found before what takes long', () => {
  const usual = JSON.stringify({
    event: 'card.created',
    id: 'evt_1',
    created_at: '2026-11-26T23:00:00Z',
    amount: 12.5,
    name: 'Zoë',
  })
  for (const time of [
    '2023-11-14T22:13:20+0000',
    '2023-11-14T22:13:20.000000+00:00',
    '2023-11-14T23:13:20+01:00',
  ]) {
    const signature = hmac(content(usual, `evt_1.${time}.`)).digest('base64')
    expect(all(judged(signature, { body: usual, url })), time).toEqual(['timestamp_format'])
  }
})

test('a time of another second in the same writing is not explained', () => {
  const other = new Date((signedAt - 500) * 1000).toISOString().slice(0, 19)
  const written = [other, other.replace('T', ' '), `${other.replace('T', ' ')} UTC`]
  for (const time of sample(written.slice(2), written)) expect(all(signedFor(time))).toEqual([])
})
