import { readFileSync } from 'node:fs'
import type { Triggered } from '../events/trigger.ts'
import { StartError } from '../start-error.ts'
import { createClient, type TargetFlags } from './client.ts'
import type { Shell } from './terminal.ts'

export interface TriggerFlags extends TargetFlags {
  set: string[]
  payload?: string
  count?: number
  subscription?: string
  fault?: string
  force?: true
  json?: true
}

/** `path=text` sets text, `path:=json` anything else. */
export function readSets(sets: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    sets.map((set) => {
      const [, path, isJson, value = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(set) ?? []
      if (path === undefined)
        throw new StartError(
          `--set ${set} has no value.`,
          'Write --set card.last_four=4242, or --set card.last_four:=null for JSON.',
        )
      return [path, isJson ? readJson(value, `--set ${set}`) : value]
    }),
  )
}

function readJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartError(
      `${source} is no JSON: ${error instanceof Error ? error.message : error}.`,
      'Write text as JSON too: \'"text"\'.',
    )
  }
}

function readPayload(file: string): unknown {
  try {
    return readJson(readFileSync(file === '-' ? 0 : file, 'utf8'), file)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot read ${file}: ${error instanceof Error ? error.message : error}.`,
      'Name a file with JSON, or - for standard input.',
    )
  }
}

/** Triggers an event at a running sandbox and prints what came of it. */
export async function trigger(event: string, flags: TriggerFlags, { terminal, environment }: Shell) {
  const answer = await createClient(flags, environment).post<Triggered>('/sandbox/events', 'counts', {
    event,
    ...(flags.set.length > 0 && { set: readSets(flags.set) }),
    ...(flags.payload !== undefined && { payload: readPayload(flags.payload) }),
    ...(flags.count !== undefined && { count: flags.count }),
    ...(flags.subscription !== undefined && { subscription_id: flags.subscription }),
    ...(flags.fault !== undefined && { fault: flags.fault }),
    ...(flags.force && { force: true }),
  })
  if (flags.json) return terminal.out(JSON.stringify(answer))
  const { events, deliveries, counts } = answer
  if (events.length === 0) return terminal.out(`${counts.events} events, ${counts.deliveries} deliveries`)
  for (const { id } of events) {
    const to = deliveries.filter((delivery) => delivery.event_id === id)
    terminal.out(`${event} ${id}`)
    for (const { url, id, fault } of to)
      terminal.out(`  --> ${url} ${id}${fault === null ? '' : ` fault ${fault}`}`)
    if (to.length === 0) terminal.out('  no enabled subscription wants it')
  }
}
