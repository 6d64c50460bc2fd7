/** Remembers in the database how the recorded session began. */

import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { storedJson } from '../database/columns.ts'
import type { Counters } from '../database/counters.ts'
import type { Settings } from '../database/facts.ts'
import { inputCounter } from '../inputs/store.ts'

/** How a recorded session began. */
export interface Beginning {
  mode: 'real' | 'manual'
  /** Microseconds on the sandbox's clock. Null if the database is older than recording. */
  now: number | null
  baseUrl: string
  config: PlayableConfig
  /** The counters that ids follow from; a version before has none, and began each session at 0. */
  counters?: Record<string, number>
  /** How often the sandbox was started again since. */
  restarts: number
  /** What differed at one of these restarts. */
  changed: ('config' | 'address')[]
}

/** A configuration without machine-specific settings, so that it means the same elsewhere. */
type PlayableConfig = ReturnType<typeof playableConfig>

function playableConfig(config: Config) {
  const { $schema: _, data: __, host: ___, port: ____, public_url: _____, ...rest } = config
  return { ...rest, scenarios: null, delivery: { ...rest.delivery, ca: null } }
}

const idCounters = (counters: Counters) =>
  Object.fromEntries(Object.entries(counters.all()).filter(([name]) => !['seq', inputCounter].includes(name)))

/** Keeps in the database where the session began that is being recorded. */
export function createBeginning(needs: {
  config: Config
  clock: Clock
  counters: Counters
  settings: Settings
  baseUrl(): string
}) {
  const { clock, settings } = needs
  const config = playableConfig(needs.config)
  const fresh = (now: number | null): Beginning => ({
    mode: clock.state().mode,
    now,
    baseUrl: needs.baseUrl(),
    config,
    counters: idCounters(needs.counters),
    restarts: 0,
    changed: [],
  })
  const save = (beginning: Beginning) => settings.set('session', JSON.stringify(beginning))

  function read(): Beginning | undefined {
    const text = settings.get('session')
    return text === undefined ? undefined : storedJson(text)
  }

  return {
    /** How the session began. */
    read: (): Beginning => read() ?? fresh(null),
    /** Begins a new session in an empty database. */
    begin: () => save(fresh(clock.now())),
    /** Notes a restart of the sandbox. */
    goOn() {
      const before = read() ?? fresh(null)
      const changed = new Set(before.changed)
      if (JSON.stringify(before.config) !== JSON.stringify(config)) changed.add('config')
      if (before.baseUrl !== needs.baseUrl()) changed.add('address')
      save({ ...before, restarts: before.restarts + 1, changed: [...changed] })
    },
  }
}
