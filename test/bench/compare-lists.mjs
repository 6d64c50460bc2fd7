import { Agent, request } from 'node:http'
import { median, ms } from './figures.mjs'

/** @typedef {import('./figures.mjs').Row} Row */
/** @typedef {import('./processes.mjs').Program} Program */
/** @typedef {{ path: string, timeOf: string }} List behind `/sandbox/`, and under which name its rows tell their time */
/** @typedef {{ seq: number, id: string } & Record<string, string>} Listed */

/** @param {Program} program @param {List} list */
function createAsker(program, { path }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    /** @param {string} query @returns {Promise<Listed[]>} */
    get: (query) =>
      new Promise((resolve, reject) => {
        request(`${program.url}/sandbox/${path}?${query}`, { agent }, (response) => {
          /** @type {Buffer[]} */
          const chunks = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('end', () => {
            const answer = JSON.parse(String(Buffer.concat(chunks)))
            if (response.statusCode === 200) resolve(answer[path])
            else reject(new Error(`${query} answered ${JSON.stringify(answer)}`))
          })
        })
          .on('error', reject)
          .end()
      }),
    stop: () => agent.destroy(),
  }
}
/** @typedef {ReturnType<typeof createAsker>} Asker */

/** The parts of the questions that depend on the file. @param {Asker} asker @param {number} count @param {List} list */
async function placesIn(asker, count, { timeOf }) {
  const [newest] = await asker.get('limit=1')
  if (!newest) throw new Error('The file is empty')
  const [end, middle] = [Date.parse(newest[timeOf] ?? ''), newest.seq - Math.floor(count / 2)]
  const back = (/** @type {number} */ ms) => new Date(end - ms).toISOString()
  return { MIDDLE_TIME: back(count), MIDDLE: String(middle), LAST_SECOND: back(1000), ONE_ID: newest.id }
}

/** @param {string} question @param {Record<string, string>} places @param {number} limit */
function queryOf(question, places, limit) {
  const query = new URLSearchParams(`limit=${limit}`)
  for (const [name, value] of question === '' ? [] : question.split('&').map((one) => one.split(/=(.*)/s)))
    query.set(name ?? '', places[value ?? ''] ?? value ?? '')
  return query.toString()
}

/**
 * What questions to a list of very many take beside one of few, by turns. Both answer with as many rows. Of a row of the files
 * the next came 2 ms later.
 * @param {{ questions: Record<string, string>, list: List, sides: Program[], many: number, few: number, rounds: number }} asked
 * @returns {Promise<Row[]>}
 */
export async function compareLists({ questions, list, sides: programs, many, few, rounds }) {
  const counts = [many, few]
  const sides = await Promise.all(
    programs.map(async (program, i) => {
      const asker = createAsker(program, list)
      return { asker, places: await placesIn(asker, counts[i] ?? Number.NaN, list) }
    }),
  )
  const small = sides.at(-1)
  /** @type {Row[]} */
  const rows = []
  try {
    for (const [name, question] of Object.entries(questions)) {
      const fewest = (await small?.asker.get(queryOf(question, small.places, 50)))?.length ?? 0
      /** @type {[number[], number[]]} */
      const times = [[], []]
      for (let i = -5; i < rounds; i++) {
        for (const [side, { asker, places }] of sides.entries()) {
          const query = queryOf(question, places, Math.max(1, fewest))
          const began = performance.now()
          await asker.get(query)
          if (i >= 0) times[side]?.push(performance.now() - began)
        }
      }
      const [ours, beside] = times.map(median)
      rows.push({
        name: `${name} of ${many} ${list.path}`,
        ours: ms(ours ?? Number.NaN),
        bare: `${ms(beside ?? Number.NaN)} of ${few}`,
        ratio: (ours ?? Number.NaN) / (beside ?? Number.NaN),
        limit: { atMost: 2 },
      })
    }
    return rows
  } finally {
    for (const { asker } of sides) asker.stop()
  }
}
