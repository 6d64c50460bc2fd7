import type { Endpoint } from '../../wire.ts'
import { jsonLine, printable } from '../../words/printable.ts'
import { commandLine, createClient, type TargetFlags } from '../client.ts'
import type { Shell } from '../terminal.ts'
import { type SettingFlags, settingsOf } from './settings.ts'
import { endpointDetails, endpointLine } from './words.ts'

export interface EndpointFlags extends TargetFlags {
  json?: true
}
export type EndpointSetFlags = EndpointFlags & SettingFlags

type One = { endpoint: Endpoint }
const all = '/sandbox/endpoints'
const pathOf = (name: string) => `${all}/${encodeURIComponent(name)}`

/** Lists the endpoints, oldest first. */
export async function endpointList(flags: EndpointFlags, { terminal, environment }: Shell) {
  const endpoints = await createClient(flags, environment).all<Endpoint>(all, 'endpoints')
  if (endpoints.length === 0 && !flags.json)
    return terminal.log(`there is none; ${commandLine('endpoint set <name>', flags)} makes one`)
  for (const endpoint of endpoints)
    terminal.out(flags.json ? jsonLine(endpoint) : printable(endpointLine(endpoint)))
}

/** Prints one with its rules and what it holds signatures against. */
export async function endpointShow(name: string, flags: EndpointFlags, { terminal, environment }: Shell) {
  const answer = await createClient(flags, environment).get<One>(pathOf(name), 'endpoint')
  tell(answer, flags, terminal)
}

/** Changes what is named, and nothing else; makes the endpoint where there is none. */
export async function endpointSet(name: string, flags: EndpointSetFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  const known = (await client.all<Endpoint>(all, 'endpoints')).find((one) => one.name === name)
  const settings = settingsOf(flags, known?.reply)
  const answer = known
    ? await client.patch<One>(pathOf(name), 'endpoint', settings)
    : await client.post<One>(all, 'endpoint', { name, ...settings })
  tell(answer, flags, terminal)
}

/** Removes one; what it has received stays. */
export async function endpointRemove(name: string, flags: EndpointFlags, { terminal, environment }: Shell) {
  const answer = await createClient(flags, environment).delete<One>(pathOf(name), 'endpoint')
  if (flags.json) return terminal.out(jsonLine(answer))
  terminal.out(printable(`${answer.endpoint.name} removed; its captures stay`))
}

function tell(answer: One, flags: EndpointFlags, terminal: Shell['terminal']) {
  if (flags.json) return terminal.out(jsonLine(answer))
  for (const line of [endpointLine(answer.endpoint), ...endpointDetails(answer.endpoint)])
    terminal.out(printable(line))
}
