/** Timestamps as different languages and time zones print them. */
import { once } from '../../memory/once-for.ts'

/** Common time zones of servers and developers. */
const zones = [
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
]

/** The name or offset of a time zone at a time in milliseconds. */
function nameIn(timeZone: string, timeZoneName: 'long' | 'longOffset') {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
  return (at: number) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Creating a formatter takes much longer than using it. */
const clocks = once(() =>
  zones.map((zone) => ({ zone, nameAt: nameIn(zone, 'long'), offsetAt: nameIn(zone, 'longOffset') })),
)

/** A zone's offset from UTC in minutes, and its name at that time. */
interface Zone {
  zone: string
  minutes: number
  called: string
}

/**
 * The zones for the most recent half hour. Offsets change only at such boundaries, and computing them costs as much as
 * many signatures.
 */
let kept: { half: number; all: Zone[] } | undefined

function zonesAt(seconds: number): Zone[] {
  const half = Math.floor(seconds / 1800)
  if (kept?.half === half) return kept.all
  const at = half * 1_800_000
  const all = clocks().map(({ zone, nameAt, offsetAt }) => {
    const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(offsetAt(at)) ?? []
    const ahead = Number(hours) * 60 + Number(minutes)
    return { zone, minutes: sign === '-' ? -ahead : ahead, called: nameAt(at) }
  })
  kept = { half, all }
  return all
}

const two = (number: number) => String(number).padStart(2, '0')

/** A second as the zone's wall clock shows it. */
function wallOf(seconds: number, { minutes, called }: Omit<Zone, 'zone'>) {
  const wall = new Date((seconds + minutes * 60) * 1000)
  const utc = wall.toUTCString()
  const hour = wall.getUTCHours()
  const apart = Math.abs(minutes)
  const time = utc.slice(17, 25)
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate()]
  return {
    year,
    month,
    day,
    date: `${year}-${two(month)}-${two(day)}`,
    called,
    weekday: utc.slice(0, 3),
    monthName: utc.slice(8, 11),
    offset: `${minutes < 0 ? '-' : '+'}${two(Math.floor(apart / 60))}${two(apart % 60)}`,
    time,
    ofTwelve: `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`,
  }
}

type Text = [text: string, said: string]

/** Common formats of a date that is converted to text: in local zones where the text names the zone, otherwise in UTC. */
export const timeTexts = (seconds: number): Text[] => [
  ...inZones(seconds, ({ year, month, day, date, weekday, monthName, time, ofTwelve, offset, called }) => [
    [
      `${weekday} ${monthName} ${two(day)} ${year} ${time} GMT${offset} (${called})`,
      'as JavaScript prints a Date',
    ],
    [`${month}/${day}/${year}, ${ofTwelve}`, "as JavaScript's toLocaleString prints it"],
    [`${date} ${time} ${offset}`, 'as Ruby prints it'],
    [`${date}T${time}${offset.slice(0, 3)}:${offset.slice(3)}`, 'in ISO 8601'],
  ]),
  ...inUtc(seconds),
]

const inZones = (seconds: number, textsOf: (wall: ReturnType<typeof wallOf>) => Text[]): Text[] =>
  zonesAt(seconds).flatMap((zone) =>
    textsOf(wallOf(seconds, zone)).map(
      ([text, said]): Text => [text, `${said}, in the time zone ${zone.zone}`],
    ),
  )

function inUtc(seconds: number): Text[] {
  const utc = wallOf(seconds, { minutes: 0, called: 'UTC' })
  const { year, month, day, date, weekday, monthName, time, ofTwelve } = utc
  const iso = `${date}T${time}`
  const bare = iso.replace(/[-:]/g, '')
  return [
    [`${date} ${time}+00:00`, 'as Python prints a datetime'],
    [`${date} ${time} UTC`, 'as Ruby prints it'],
    [iso, 'in ISO 8601 without a time zone'],
    [`${iso}+0000`, 'as PHP prints it with DATE_ISO8601'],
    [`${iso}.000+00:00`, 'in ISO 8601 with milliseconds'],
    [`${iso}.000+0000`, "as Java's Jackson prints a Date"],
    [`${iso}.000000+00:00`, 'in ISO 8601 with microseconds'],
    [`${iso}.0000000Z`, 'as .NET prints a DateTime with "o"'],
    [`${iso}.0000000+00:00`, 'as .NET prints a DateTimeOffset with "o"'],
    [`"${iso}.000Z"`, 'as JSON.stringify prints a Date'],
    [String(seconds).replace(/\B(?=(?:\d{3})+$)/g, ','), "as Java's MessageFormat prints a number"],
    [`${seconds}.000`, 'with three decimals'],
    [`${seconds}.000000`, 'with six decimals'],
    [`${weekday} ${monthName} ${two(day)} ${time} UTC ${year}`, 'as Java prints a Date'],
    // ICU versions differ.
    [
      `${month}/${day}/${year}, ${ofTwelve.replace(' ', '\u202f')}`,
      "as JavaScript's toLocaleString prints it",
    ],
    [`${two(day)}/${two(month)}/${year}, ${time}`, 'as toLocaleString prints it for en-GB'],
    [`${day}.${month}.${year}, ${time}`, 'as toLocaleString prints it for de-DE'],
    [`${month}/${day}/${year} ${ofTwelve}`, 'as .NET prints a DateTime'],
    [`${date} ${time}Z`, 'as .NET prints it with "u"'],
    [`${date} ${time} +0000 UTC`, 'as Go prints it'],
    [seconds.toExponential().replace(/(?<=[+-])(?=\d$)/, '0'), 'as Go prints a float64'],
    [`${weekday} ${monthName} ${String(day).padStart(2)} ${time} ${year}`, 'as ctime prints it'],
    [`${weekday}, ${two(day)} ${monthName} ${year} ${time} +0000`, 'as in e-mail headers'],
    [`${date} ${time}+00`, 'as Postgres prints it'],
    [`${bare}Z`, 'in ISO 8601 without separators'],
    [bare.replace('T', ''), 'as the digits from year to second'],
    [date, 'as a date without a time'],
  ]
}

/** Rarer formats: in common time zones, and as a number. */
export const rareTimeTexts = (seconds: number): Text[] => [
  ...inZones(seconds, ({ date, time }): Text[] => [
    [`${date} ${time}`, 'as a database writes it'],
    [`${date}T${time}`, 'in ISO 8601 without a time zone'],
  ]),
  ...rareInUtc(seconds),
  ...numberTexts(seconds),
]

function rareInUtc(seconds: number): Text[] {
  const { date, time, weekday, day, monthName, year } = wallOf(seconds, { minutes: 0, called: 'UTC' })
  const iso = `${date}T${time}`
  return [
    ...['.0', '.00', '.0000', '.000000000'].map(
      (digits): Text => [`${iso}${digits}Z`, 'in ISO 8601 with a fraction'],
    ),
    [`${iso}.000`, 'in ISO 8601 without a time zone'],
    [`${iso}.000000`, 'in ISO 8601 without a time zone'],
    [`${iso.slice(0, -3)}Z`, 'in ISO 8601 without seconds'],
    [`${iso}z`, 'in ISO 8601 in lower case'],
    [`${iso}-00:00`, 'in ISO 8601'],
    [`${iso}+00`, 'in ISO 8601'],
    [`${iso}[UTC]`, 'as Java prints a ZonedDateTime'],
    [`${iso}Z[UTC]`, 'as Java prints a ZonedDateTime'],
    [`${date} ${time}.000`, 'as a database writes it'],
    [`${date} ${time}.000000`, 'as a database writes it'],
    [`${date} ${time}.000Z`, 'as a database writes it'],
    [`${date} ${time.slice(0, -3)}`, 'without seconds'],
    [`${date.replaceAll('-', '/')} ${time}`, 'with slashes'],
    [`${weekday}, ${two(day)} ${monthName} ${year} ${time} UTC`, 'as in HTTP, with UTC'],
    [date.replaceAll('-', ''), 'as a date without a time'],
  ]
}

/** Ticks of 100 ns from the years 1 and 1601 to 1970, as .NET and Windows count. */
const [sinceYear1, since1601] = [621_355_968_000_000_000n, 116_444_736_000_000_000n]

function numberTexts(seconds: number): Text[] {
  const text = String(seconds)
  const [short, long] = [seconds.toExponential(), (seconds * 1000).toExponential()]
  const grouped = (mark: string) => text.replace(/\B(?=(?:\d{3})+$)/g, mark)
  return [
    ...[11, 12, 13, 16, 19, 20].map(
      (length): Text => [text.padStart(length, '0'), `padded to ${length} digits`],
    ),
    ...['.00', '.0000', '.00000', '.0000000', '.', ',0', 'L', 's'].map(
      (end): Text => [text + end, `with "${end}" at its end`],
    ),
    [short, 'with an exponent'],
    [short.replace('+', ''), 'with an exponent'],
    [short.replace('e+', 'E'), 'as Java prints a double'],
    [short.replace('e+', 'E+'), 'with an exponent'],
    [short.replace(/^(\d)e\+/, '$1.0E'), 'as Java prints a double'],
    [short.replace(/^(\d)e/, '$1.0e'), 'with an exponent'],
    [`${seconds.toExponential(6).replace(/(\d)$/, '0$1')}`, 'as C prints it with %e'],
    [`${seconds.toExponential(5).replace(/\.?0*e\+/, 'e+0')}`, 'as C prints it with %g'],
    [long.replace('e+', 'E'), 'in milliseconds, as Java prints a double'],
    [long.replace(/^(\d)e\+/, '$1.0E'), 'in milliseconds, as Java prints a double'],
    [long, 'in milliseconds, with an exponent'],
    [`${text}000.0`, 'in milliseconds, with a decimal point'],
    [`${text}000000000`, 'in nanoseconds'],
    [String(BigInt(seconds) * 10_000_000n + sinceYear1), 'in ticks of .NET'],
    [String(BigInt(seconds) * 10_000_000n + since1601), 'as a file time of Windows'],
    [String(Math.floor(seconds / 60)), 'in minutes'],
    [seconds.toString(16), 'in hex'],
    [`0x${seconds.toString(16)}`, 'in hex'],
    [seconds.toString(36), 'in base 36'],
    [Buffer.from(text).toString('base64'), 'in base64'],
    ...['.', ' ', '_', "'"].map((mark): Text => [grouped(mark), `grouped by "${mark}"`]),
    [`+${text}`, 'with a plus sign'],
    [`'${text}'`, 'in quotation marks'],
    [`b'${text}'`, 'as Python prints bytes'],
    [`[${text}]`, 'in square brackets'],
  ]
}
