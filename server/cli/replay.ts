/** The command `replay`: plays a recorded session in a new sandbox, and prints the differences. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, parseConfig } from '../config.ts'
import { StartError } from '../failures.ts'
import type { ReportCase } from '../reports/report.ts'
import { type Comparable, type Compared, compareSessions, type Difference } from '../session/compare.ts'
import { clockStood } from '../session/exact.ts'
import { createPlayback } from '../session/playback.ts'
import { play } from '../session/player.ts'
import { readSession } from '../session/read.ts'
import type { Session } from '../session/session.ts'
import { version } from '../version.ts'
import { span } from '../words/spans.ts'
import { breakable } from './breakable.ts'
import { type AddCases, type CiFlags, reporting } from './ci-reports.ts'
import { logLines, printJson, printLines } from './print-lines.ts'
import { start } from './serve.ts'
import type { LongShell, Terminal } from './terminal.ts'

export interface ReplayFlags extends CiFlags {
  live?: true
  json?: true
}

/** How many differences are printed one by one. */
const shown = 20

/** The command that writes a session. */
const exportingOf = ({ calledAs }: LongShell) => `${calledAs} export FILE`

export async function replay(file: string, flags: ReplayFlags, needs: LongShell) {
  const { onRunning } = needs
  const json = flags.json === true
  return breakable(onRunning, (signal) =>
    reporting({ suite: 'replay', name: file }, flags, { ...needs, json }, (add) =>
      replayed(file, flags, { needs, signal, add }),
    ),
  )
}

async function replayed(
  file: string,
  flags: ReplayFlags,
  { needs, signal, add }: { needs: LongShell; signal: AbortSignal; add: AddCases },
) {
  const { terminal } = needs
  const session = readSession(file, exportingOf(needs))
  const able: Comparable = {
    times: clockStood(session),
    signatures: !flags.live,
    answers: !flags.live,
    whole: session.complete,
  }
  const notes = notesOf(session, able)
  logLines(terminal, notes)
  try {
    const compared = await playAndCompare(session, { able, flags, needs, signal })
    signal.throwIfAborted()
    await add(() => differenceCases(session, compared))
    print(compared, { flags, notes, terminal })
  } catch (error) {
    // After a stop, errors only come from the sandbox being closed.
    if (!signal.aborted) throw error
  }
}

async function playAndCompare(
  session: Session,
  {
    able,
    flags,
    needs,
    signal,
  }: { able: Comparable; flags: ReplayFlags; needs: LongShell; signal: AbortSignal },
): Promise<Compared> {
  const { terminal, outside } = needs
  const exporting = exportingOf(needs)
  const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-replay-'))
  try {
    const isLive = flags.live === true
    const { playback, whenHeld, end } = createPlayback(session, { isExact: able.times, isLive })
    // Deliveries contain the version, which must be that of the record.
    const { version: then } = session
    const stage = await start(configOf(session, folder), { terminal, outside, playback, version: then })
    signal.addEventListener('abort', () => void stage.close())
    whenHeld((deliveryId) => {
      const url = `${stage.url}/sandbox/deliveries/${deliveryId}/release`
      // The report comes before the attempt counts as begun.
      outside.after(0, () => {
        if (!signal.aborted) void stage.fetch(new Request(url, { method: 'POST' }))
      })
    })
    try {
      const inAll = session.inputs.length
      const tell = (done: number) => terminal.live?.([[span(`Replaying: ${done} of ${inAll} inputs`)]])
      // After a stop, the database is closed and cannot answer.
      const fetch = async (request: Request) => {
        signal.throwIfAborted()
        return stage.fetch(request)
      }
      const played = await play(session, { stage: { ...stage, fetch }, exporting, tell })
      return compareSessions(session, played, able)
    } finally {
      terminal.live?.([])
      end()
      await stage.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The configuration of the session, with a memory database, a free port, and the session's scenarios in the folder. */
function configOf({ config, scenarios }: Session, folder: string): Config {
  const own = join(folder, 'scenarios')
  mkdirSync(own)
  for (const [name, text] of Object.entries(scenarios)) {
    if (!/^[a-z0-9-]+$/.test(name)) continue
    writeFileSync(join(own, `${name}.yaml`), text)
  }
  try {
    return parseConfig(
      { ...config, scenarios: own, data: ':memory:', host: '127.0.0.1', port: 0 },
      'the configuration in the session',
    )
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new StartError(error.message, 'Replay the session with the version that recorded it.', 2)
  }
}

function notesOf(session: Session, { times }: Comparable): string[] {
  return [
    ...(session.complete ? [] : ['The session is incomplete, which may cause differences:']),
    ...session.notes,
    ...(session.version === version
      ? []
      : [`Version ${session.version} recorded the session; this is version ${version}.`]),
    ...(times
      ? []
      : ['The clock ran during the recording, so times and the signatures over them are not compared.']),
  ]
}

function print(
  { differences, counts }: Compared,
  { flags, notes, terminal }: { flags: ReplayFlags; notes: string[]; terminal: Terminal },
) {
  if (flags.json) printJson(terminal, { same: differences.length === 0, notes, counts, differences })
  else
    printLines(terminal, [
      ...countLines(counts, differences),
      ...differences.slice(0, shown).flatMap(differenceLines),
    ])
  if (differences.length === 0) return
  const count = differences.length === 1 ? 'One difference' : `${differences.length} differences`
  const isCut = differences.length > shown && !flags.json
  const first =
    differences.length > 1
      ? 'The first difference is probably the cause of the others'
      : 'The difference is printed above with its id and path'
  throw new StartError(
    `${count}.${isCut ? ` The first ${shown} are printed.` : ''}`,
    `${first}.${isCut ? ' Print all with --json.' : ''}`,
  )
}

const plural = { answer: 'responses', event: 'events', delivery: 'deliveries', attempt: 'attempts' } as const

/** For each kind, how many records there are, and how many differ. */
function countLines(counts: Compared['counts'], differences: readonly Difference[]): string[] {
  return Object.entries(plural).map(([kind, name]) => {
    const { expected, came } = counts[kind as Difference['kind']]
    const own = differences.filter((one) => one.kind === kind)
    const amount = expected === came ? `${expected}` : `${expected} expected, ${came} received`
    return `${name.padEnd(11)}${amount}: ${own.length === 0 ? 'the same' : differenceCounts(own)}`
  })
}

/** `1 different`, or also how many are missing or unexpected. */
function differenceCounts(differences: readonly Difference[]): string {
  const isWhole = ({ path }: Difference) => path === ''
  const missing = differences.filter((one) => isWhole(one) && one.came === undefined).length
  const unexpected = differences.filter((one) => isWhole(one) && one.came !== undefined).length
  const different = new Set(differences.filter((one) => !isWhole(one)).map(({ id }) => id)).size
  return missing + unexpected === 0
    ? `${different} different`
    : `${missing} missing, ${unexpected} unexpected, ${different} different`
}

/** A difference: the record, the expected value and the value that came. */
const differenceLines = (one: Difference): string[] => [
  '',
  `${nameOf(one)}: ${sayPlace(one)}`,
  ...valueLines(one),
]

const nameOf = ({ kind, id, of }: Pick<Difference, 'kind' | 'id' | 'of'>): string =>
  kind === 'answer' ? `input ${id} (${of})` : `${id} (${of})`

const sayPlace = ({ path, came }: Difference): string =>
  path === '' ? (came === undefined ? 'missing' : 'unexpected') : path

function valueLines({ path, expected, came }: Difference): string[] {
  if (path === '') return []
  const [before, after] = around(said(expected), said(came))
  return [`  expected ${before}`, `  received ${after}`]
}

/** One case for each input of the session, and one for each other record that differs. */
function differenceCases({ inputs }: Session, { differences }: Compared): ReportCase[] {
  const byRecord = new Map<string, Difference[]>()
  for (const one of differences) {
    const key = `${one.kind} ${one.id}`
    byRecord.set(key, [...(byRecord.get(key) ?? []), one])
  }
  const failed = ([first, ...more]: Difference[]): ReportCase[] =>
    first === undefined
      ? []
      : [
          {
            suite: plural[first.kind],
            name: nameOf(first),
            ms: 0,
            status: 'failed',
            message: `Differs from the session: ${[first, ...more].map(sayPlace).join(', ')}`,
            code: first.kind,
            details: [first, ...more].flatMap((one) => [sayPlace(one), ...valueLines(one)]).join('\n'),
          },
        ]
  const answers = inputs.flatMap(({ method, path }, at): ReportCase[] => {
    const record = { kind: 'answer', id: `${at + 1}`, of: `${method} ${path}` } as const
    const found = failed(byRecord.get(`answer ${record.id}`) ?? [])
    return found.length > 0
      ? found
      : [{ suite: plural.answer, name: nameOf(record), ms: 0, status: 'passed' }]
  })
  return [...answers, ...[...byRecord.values()].filter(([one]) => one?.kind !== 'answer').flatMap(failed)]
}

const said = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

const longest = 100

/** Two texts; if they are long, only from a little before the first difference. */
function around(one: string, other: string): [string, string] {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const from = Math.max(one.length, other.length) > longest ? Math.max(0, same - 20) : 0
  const cut = (text: string) => {
    const part = text.slice(from, from + longest)
    return `${from > 0 ? '…' : ''}${part}${from + longest < text.length ? '…' : ''}`
  }
  return [cut(one), cut(other)]
}
