import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareLists } from './compare-lists.mjs'
import { addDeliveries, plantedDeliveries } from './deliveries-file.mjs'
import { untidyParts } from './lists-file.mjs'
import { startProgram, startSink } from './processes.mjs'
import { inFolder, pause, triggerOf } from './work.mjs'

/** @typedef {import('./figures.mjs').Row} Row */

const [common, rare] = plantedDeliveries.subscriptions

/** What is asked for, by what it is called. */
const questions = {
  'the newest': '',
  'a page far back': 'cursor=MIDDLE',
  'state, common': 'state=succeeded',
  'state, 1 %': 'state=failed',
  'state, 0.1 %': 'state=pending',
  'state of none': 'state=retrying,sending',
  'event of 30': 'event=card.created',
  'events by a pattern': 'event=card.*',
  'event of none': 'event=kyc.nowhere',
  'all but events by a pattern': 'q=-event:card.*',
  'status, common': 'status=200',
  'status >=400, 1 %': 'status=>=400',
  'status, 0.3 %': 'status=418',
  'status of none': 'status=404',
  'subscription, common': `subscription_id=${common}`,
  'subscription, 1 %': `subscription_id=${rare}`,
  'all but the common subscription': `q=-subscription_id:${common}`,
  'run, 0.1 %': `run_id=${plantedDeliveries.run}`,
  'no such run': 'run_id=run_none',
  'the last second': 'since=LAST_SECOND',
  'until half the time': 'until=MIDDLE_TIME',
  'state 1 % of a common subscription': `state=failed&subscription_id=${common}`,
  'state 1 % and a pattern': 'q=state:failed event:card.*',
  'one id': 'q=ONE_ID',
}

/**
 * A sandbox on a file with so many deliveries, all of them kept and known to the index, which is tidy.
 * @param {string} file @param {number} count
 */
async function startOn(file, count) {
  const config = `${file}.config.json`
  writeFileSync(config, JSON.stringify({ retention: { records: 1e9, bytes: 1e12 } }))
  const sink = await startSink()
  const first = await startProgram(file, 0, config)
  await first.subscribe(`${sink.url}/hook`, {})
  const { received } = await sink.expect(1)
  await first.ask('POST', '/sandbox/events', triggerOf(1))
  await received
  await first.stop()
  sink.stop()
  addDeliveries(file, count)
  const program = await startProgram(file, 0, config)
  await program.ask('GET', '/sandbox/deliveries?q=nothing')
  while (untidyParts(file, 'deliveries') > 0) await pause(500)
  return program
}

/**
 * What the list of deliveries takes with very many beside few. Both answer with as many rows.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<Row[]>}
 */
export const deliveryLists = ({ pending: many, few, singles, rounds }) =>
  inFolder(async (folder) => {
    const big = await startOn(join(folder, 'many.db'), many)
    const small = await startOn(join(folder, 'few.db'), few)
    const sides = [big, small]
    const list = { path: 'deliveries', timeOf: 'created_at' }
    try {
      return await compareLists({ questions, list, sides, many, few, rounds: (singles / 10) * rounds })
    } finally {
      for (const program of sides) await program.stop()
    }
  })
