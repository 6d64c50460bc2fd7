import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { armCommand, replayCommand, resendCommand } from '../../ui/commands/curl.ts'
import { endpointCommand } from '../../ui/commands/endpoint-command.ts'
import {
  clockCommand,
  runActCommand,
  runCommand,
  trafficCommand,
  triggerCommand,
} from '../../ui/commands/simulator-commands.ts'
import { readPlace } from '../../ui/place/place.ts'
import { type BulkAct, bulkCommands, bulkOrder } from '../../ui/stream/bulk.ts'

const program = 'npx webhook-sandbox'

function bulk(act: BulkAct, kind: string): string {
  const order = bulkOrder(act, readPlace(new URL(`http://page/?kind=${kind}&q=order`)), { newest: 9 })
  return (order && bulkCommands(order)[0]?.text) ?? 'no command'
}
const openAt = (address: string) => vi.stubGlobal('location', new URL(address))
beforeEach(() => openAt('http://127.0.0.1:4400/simulate'))

test('commands name a non-default address, in any folder', () => {
  openAt('http://127.0.0.1:4411/simulate')
  const commands = [
    triggerCommand({ event: 'transactions', payload: '{}' }),
    runCommand('kyc-fails', { paused: true }),
    runActCommand('run_1', 'stop'),
    trafficCommand({ rate: 0 }),
    trafficCommand({ rate: 5 }),
    clockCommand({ advance: '1h' }),
    clockCommand({ mode: 'manual' }),
    resendCommand('dlv_1', { fault: 'drop' }),
    armCommand({ code: 'card_dne' }),
    endpointCommand({ name: 'app' }),
    replayCommand('cap_1', {}),
    ...(['resend', 'recover', 'attempt-now', 'cancel'] as const).map((act) => bulk(act, 'deliveries')),
    ...(['replay', 'pin', 'unpin', 'delete'] as const).map((act) => bulk(act, 'captures')),
  ]
  for (const command of commands) expect(command).toMatch(/ --url http:\/\/127\.0\.0\.1:4411$/)
})

test('the program name is written only where the address is added', () => {
  const files = readdirSync('ui', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const writing = files.filter((file) => readFileSync(`ui/${file}`, 'utf8').includes('npx webhook-sandbox'))
  expect(writing).toEqual(['commands/curl.ts'])
})

test('a trigger keeps the types of its values, and a custom payload comes from standard input', () => {
  expect(
    triggerCommand({
      event: 'card.*',
      set: { 'card.status': 'Not now', n: 2, 'card.customer_id': null },
      count: 3,
      subscription_id: 'sub',
      fault: 'drop | sticky',
      with_history: true,
      force: true,
    }),
  ).toBe(
    `${program} trigger 'card.*' --set 'card.status=Not now' --set n:=2 --set card.customer_id:=null --count 3 --subscription sub --fault 'drop | sticky' --with-history --force`,
  )
  expect(triggerCommand({ event: 'transactions', payload: `{"text":"it's"}` })).toBe(
    `printf '%s' '{"text":"it'\\''s"}' | ${program} trigger transactions --payload -`,
  )
})

test('a run names only its given settings', () => {
  expect(runCommand('onboarding-passes', {})).toBe(`${program} scenario run onboarding-passes`)
  expect(
    runCommand('retry-ladder', { set: { amount: '5.00', tries: 3 }, seed: 7, speed: 60, paused: true }),
  ).toBe(`${program} scenario run retry-ladder --set amount=5.00 --set tries:=3 --seed 7 --speed 60 --paused`)
})

test('traffic starts with its mix and stops', () => {
  expect(trafficCommand({ rate: 0 })).toBe(`${program} traffic --stop`)
  expect(
    trafficCommand({
      rate: 5,
      shape: 'poisson',
      events: { 'card.*': 3, transactions: 1 },
      for: '10m',
      count: 100,
      seed: 4,
      subscription_id: 'sub',
      fault: 'delay(1s)',
    }),
  ).toBe(
    `${program} traffic --rate 5 --shape poisson --event 'card.*=3' --event transactions --for 10m --count 100 --seed 4 --subscription sub --fault 'delay(1s)'`,
  )
})

test('every clock request has a command', () => {
  const orders = [
    { mode: 'manual' },
    { mode: 'real' },
    { mode: 'real', speed: 60 },
    { speed: 10 },
    { advance: '1h' },
    { set: '2026-01-01T09:00:00Z' },
  ] as const
  expect(orders.map((order) => clockCommand(order).slice(program.length + 1))).toEqual([
    'clock manual',
    'clock real',
    'clock real --speed 60',
    'clock speed 10',
    'clock advance 1h',
    'clock set 2026-01-01T09:00:00Z',
  ])
})
