import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareLists } from './compare-lists.mjs'
import { addCaptures, planted, untidyParts } from './lists-file.mjs'
import { startProgram } from './processes.mjs'
import { inFolder, pause } from './work.mjs'

/** @typedef {import('./figures.mjs').Row} Row */

const secret = 'whsec_d2ViaG9vayBzYW5kYm94IGJlbmNobWFyaw=='
const [common, rare] = planted.endpoints
const { commonWord, someWord, rareWord } = planted

/** What is asked for, by what it is called. */
const questions = {
  'the newest': '',
  'a page far back': 'cursor=MIDDLE',
  'endpoint, common': `endpoint=${common}`,
  'endpoint, 1 %': `endpoint=${rare}`,
  'all but the common endpoint': `q=-endpoint:${common}`,
  'verdict, common': 'verdict=verified',
  'verdict, 1 %': 'verdict=failed',
  'event of 30': 'event=card.created',
  'events by a pattern': 'event=card.*',
  'all but events by a pattern': 'q=-event:card.*',
  'method, 0.2 %': 'method=PUT',
  'status, common': 'status=200',
  'status >=400, 2 %': 'status=>=400',
  'status, 0.7 %': 'status=418',
  'mistake, 0.1 %': 'mistake=stale',
  'cause, 1 %': 'cause=*',
  'path by a pattern, 0.1 %': `path=/in/*/orders/*`,
  'path by its beginning, 0.07 %': `path=/in/${common}/orders/*`,
  'the last second': 'since=LAST_SECOND',
  'until half the time': 'until=MIDDLE_TIME',
  'verdict 1 % in a common endpoint': `verdict=failed&endpoint=${common}`,
  'status 2 % and a pattern': 'q=status:>=400 event:card.*',
  'word, in all': `q=${commonWord}`,
  'word, in some': `q=${someWord}`,
  'word, 0.1 %': `q=${rareWord}`,
  'beginning of a word, in all': 'q=cur',
  'beginning of an id': 'q=evt_00000',
  'one id': 'q=ONE_ID',
  'no such word': 'q=nowhere',
  'a phrase, in all': 'q="dolor sit amet"',
  'two words, one 0.1 %': `q=${rareWord} ${commonWord}`,
  'all but a word': `q=-${someWord}`,
  'word in all and verdict 1 %': `q=${commonWord} verdict:failed`,
  'word 0.1 % in a common endpoint': `q=${rareWord} endpoint:${common}`,
  'word in some and status 2 % and a pattern': `q=${someWord} status:>=400 event:*.settled`,
}
/**
 * A sandbox on a file with so many captures, all of them kept and known to the index, which is tidy: whoever collects so many
 * leaves it the pauses for that.
 * @param {string} file @param {number} count
 */
async function startOn(file, count) {
  const config = `${file}.config.json`
  writeFileSync(config, JSON.stringify({ retention: { records: 1e9, bytes: 1e12 } }))
  const first = await startProgram(file, 0, config)
  await first.ask('POST', '/sandbox/endpoints', { name: common, scheme: 'standard-webhooks', secret })
  const body = '{"event":"card.created"}'
  const timestamp = String(Math.floor(Date.now() / 1000))
  const sign = (/** @type {string} */ id) =>
    createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  for (const [id, signed] of [
    ['evt_1', 'evt_1'],
    ['evt_2', 'evt_1'],
  ]) {
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id ?? '',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${sign(signed ?? '')}`,
    }
    await (await fetch(`${first.url}/in/${common}`, { method: 'POST', headers, body })).text()
  }
  await first.ask('GET', '/sandbox/captures')
  await first.stop()
  addCaptures(file, count)
  const program = await startProgram(file, 0, config)
  await program.ask('GET', '/sandbox/captures?q=nothing')
  while (untidyParts(file, 'captures') > 0) await pause(500)
  return program
}

/**
 * What lists, filters and searches take with very many captures beside few. Both answer with as many rows.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<Row[]>}
 */
export const lists = ({ pending: many, few, singles, rounds }) =>
  inFolder(async (folder) => {
    const big = await startOn(join(folder, 'many.db'), many)
    const small = await startOn(join(folder, 'few.db'), few)
    const list = { path: 'captures', timeOf: 'received_at' }
    const asked = { questions, list, sides: [big, small], many, few, rounds: (singles / 10) * rounds }
    try {
      const rows = await compareLists(asked)
      const megabytes = (/** @type {number} */ value) => `${Math.round(value)} MB`
      const after = [big, small].map((program) => program.memory() ?? Number.NaN)
      rows.push({
        name: `memory after lists of ${many} captures`,
        ours: megabytes(after[0] ?? Number.NaN),
        bare: `${megabytes(after[1] ?? Number.NaN)} with ${few}`,
        ratio: (after[0] ?? Number.NaN) / (after[1] ?? Number.NaN),
        limit: { atMost: 1.5 },
      })
      return rows
    } finally {
      for (const program of [big, small]) await program.stop()
    }
  })
