import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createBook } from './book.mjs'
import { createCaller } from './caller.mjs'
import { drawsOf } from './draws.mjs'
import { startLife } from './life.mjs'
import { flawsOf } from './record.mjs'

/**
 * Lives beside those of the main run, since their work would change what the main audit counts on: a first start, imports,
 * scenarios, secrets of endpoints, moves of the clock, exports, sessions, resets and retention. Each side has a database of
 * its own for {@link livesOfSide} lives. The first is killed in its first start, the others while they work or reset.
 */
const livesOfSide = 4

/** So many records are kept where retention works, and so many of the newest are sure to be there. */
const [kept, sure] = [100, 10]
const scenarios = ['onboarding-passes', 'kyc-fails', 'card-lost-and-reissued', 'account-history']

/** @typedef {import('./caller.mjs').Ask} Ask */
/** @typedef {{ ids: string[], isAnswered: boolean }} Import */

/**
 * @param {{ program: string, folder: string, port: number, seed: number, number: number }} run `number` tells the sides of a run apart
 */
export function createSide({ program, folder, port, seed, number }) {
  const own = join(folder, `side-${number}`)
  const draws = drawsOf(seed, `side ${number}`)
  const isShort = draws.chance(0.25)
  mkdirSync(own)
  writeFileSync(
    join(own, 'config.json'),
    JSON.stringify({ seed, retention: isShort ? { records: kept } : {} }),
  )
  const book = createBook()
  /** Captures by the word in their path: their id, or null while no answer came. @type {Map<string, string | null>} */
  const sent = new Map()
  /** @type {Import[]} */
  const imports = []
  /** The runs that were answered. @type {Set<string>} */
  const runs = new Set()
  /** The secrets that the endpoint may have: the last that was answered, and those asked for since. @type {(string | null)[]} */
  let secrets = [null]
  /**
   * The earliest time that the clock may show, ms: its time at the last start plus the answered moves since. An answered time
   * is no measure, since it includes what a run has moved the clock by, which the end of the run gives back.
   */
  let earliest = 0
  /** What was there before a reset without an answer. @type {number | undefined} */
  let before
  let lives = 0

  const start = () => startLife({ program, folder: own, port })

  /** Every capture of the clients, oldest first; those of scenarios have other paths. @param {Ask} ask @returns {Promise<{ id: string, path: string }[] | undefined>} */
  async function captures(ask) {
    const all = []
    for (let cursor = ''; ; ) {
      const page = await ask(
        'GET',
        `/sandbox/captures?endpoint=own&limit=500${cursor && `&cursor=${cursor}`}`,
      )
      if (!page) return undefined
      all.unshift(...page.captures.toReversed())
      if (!page.next) return all
      cursor = encodeURIComponent(page.next)
    }
  }

  /** @param {string} url @param {string} path @returns {Promise<string | undefined>} undefined without a whole answer */
  async function text(url, path) {
    try {
      const answer = await fetch(url + path)
      const whole = await answer.text()
      if (answer.status !== 200) book.findings.push(`GET ${path} was answered ${answer.status}: ${whole}`)
      return whole
    } catch {
      return undefined
    }
  }

  /** @param {Ask} ask @param {string} url */
  function actsOf(ask, url) {
    async function send() {
      const mark = book.newMark()
      sent.set(mark, null)
      const made = await ask('POST', `/in/own/${mark}`, { mark })
      if (made) sent.set(mark, made.capture_id)
    }
    return {
      send,
      async import() {
        const [known] = [...sent].find(([, id]) => id !== null) ?? []
        const line = known && (await text(url, `/sandbox/captures.jsonl?path=/in/own/${known}`))
        // Retention may have taken it.
        if (!line) return send()
        const marks = Array.from({ length: draws.between(1, 5) }, () => book.newMark())
        const all = marks.map((mark) => ({
          ...JSON.parse(line),
          id: `cap_${mark.padStart(26, '0')}`,
          path: `/in/own/${mark}`,
          target: `/in/own/${mark}`,
        }))
        /** @type {Import} */
        const one = { ids: all.map(({ id }) => id), isAnswered: false }
        imports.push(one)
        one.isAnswered = !!(await ask('POST', '/sandbox/captures/import', { captures: all }))
      },
      async runScenario() {
        const made = await ask(
          'POST',
          `/sandbox/scenarios/${draws.pick(/** @type {any} */ (scenarios))}/run`,
          {},
        )
        if (made) runs.add(made.run.id)
      },
      async rotate() {
        const secret = `whsec_${Buffer.from(book.newMark().padEnd(24, 'x')).toString('base64')}`
        secrets.push(secret)
        if (await ask('PATCH', '/sandbox/endpoints/own', { secret, scheme: 'standard-webhooks' }))
          secrets = [secret]
      },
      async moveClock() {
        if (await ask('POST', '/sandbox/clock', { mode: 'manual', advance: '1m' })) earliest += 60_000
      },
      async export() {
        const path = draws.pick(['/sandbox/captures.har', '/sandbox/session'])
        const whole = await text(url, path)
        if (whole) JSON.parse(whole)
      },
    }
  }

  /** @param {Ask} ask @param {string} url */
  function startLoad(ask, url) {
    const acts = actsOf(ask, url)
    let isOver = false
    // Secrets and the clock by one client, so that the order of the answers is the order of what came about.
    const work = [
      async () => (draws.chance(0.7) ? acts.send() : acts.import()),
      async () => (draws.chance(0.5) ? acts.runScenario() : acts.send()),
      async () => (draws.chance(0.6) ? acts.rotate() : acts.moveClock()),
      async () => (draws.chance(0.2) ? acts.export() : acts.send()),
    ]
    const clients = work.map(async (act) => {
      while (!isOver) {
        await act()
        await pause(draws.between(2, 20))
      }
    })
    return async () => {
      isOver = true
      await Promise.all(clients)
    }
  }

  /** Holds what is there against what was answered. @param {Ask} ask @returns {Promise<string[]>} */
  async function audit(ask) {
    const all = await captures(ask)
    if (!all) return ['The captures of a side were not answered']
    const found = []
    if (before !== undefined) {
      if (all.length > 0 && all.length !== before)
        found.push(`A reset without an answer left ${all.length} of ${before} captures`)
      if (all.length === 0) forget()
      before = undefined
    }
    const ids = new Set(all.map(({ id }) => id))
    const marks = all.map(({ path }) => path.split('/').at(-1) ?? '')
    const imported = new Set(imports.flatMap((one) => one.ids))
    for (const [i, mark] of marks.entries()) {
      if (marks.indexOf(mark) !== i) found.push(`The request ${mark} was written twice`)
      if (!sent.has(mark) && !imported.has(all[i]?.id ?? '')) found.push(`Nobody sent the request ${mark}`)
    }
    const answered = [...sent].filter(([, id]) => id !== null)
    for (const [mark, id] of isShort ? answered.slice(-sure) : answered)
      if (!ids.has(id ?? '')) found.push(`The capture ${id} of ${mark} was answered and is not there`)
    for (const one of isShort ? [] : imports) {
      const there = one.ids.filter((id) => ids.has(id)).length
      // A long import is several transactions: if it is not answered, the first of its captures may be there alone.
      const isBegun = !one.isAnswered && one.ids.slice(0, there).every((id) => ids.has(id))
      if (there !== one.ids.length && !isBegun)
        found.push(`Of ${one.ids.length} captures of one import ${there} are there, or not the first`)
    }
    for (const id of isShort ? [] : runs) {
      const told = await ask('GET', `/sandbox/runs/${id}`)
      if (!told) found.push(`The run ${id} was answered and is not there`)
      else if (told.run.state === 'running') found.push(`The run ${id} goes on after a kill`)
    }
    const { endpoints } = await ask('GET', '/sandbox/endpoints?limit=500')
    const secret =
      endpoints.find((/** @type {{ name: string }} */ { name }) => name === 'own')?.secret ?? null
    if (!secrets.includes(secret)) found.push('The secret of the endpoint is none that was asked for last')
    const told = await ask('GET', '/sandbox/clock')
    const now = Date.parse(told.clock.now)
    if (now < earliest)
      found.push(
        `The clock was moved to ${new Date(earliest).toISOString()}, and is now at ${told.clock.now}`,
      )
    earliest = now
    return found
  }

  function forget() {
    sent.clear()
    imports.length = 0
    runs.clear()
    secrets = [null]
  }

  /** Asks for a reset while nobody else asks for anything. @param {Ask} ask @param {() => Promise<void>} stop */
  async function reset(ask, stop) {
    await stop()
    before = (await captures(ask))?.length
    secrets.push(null)
    const answer = ask('POST', '/sandbox/reset', {})
    return async () => {
      if (!(await answer)) return
      before = undefined
      forget()
    }
  }

  return {
    /** One life, which ends by a kill; the last one ends in order. @returns {Promise<string[]>} what is wrong */
    async live() {
      const isFirst = lives++ === 0
      const life = start()
      if (isFirst) {
        await pause(draws.between(0, 700))
        await life.kill()
        return []
      }
      await life.ready
      const ask = createCaller(life.url, book)
      const found = await audit(ask)
      const stop = startLoad(ask, life.url)
      await pause(draws.between(50, 700))
      const settle = draws.chance(0.3) ? await reset(ask, stop) : stop
      await pause(draws.between(0, 30))
      const trouble = life.trouble()
      await life.kill()
      await settle()
      return [...found, ...(trouble ? [trouble] : []), ...book.findings]
    },
    isOver: () => lives >= livesOfSide,
    /** A last life, which is asked what is there and closed. @returns {Promise<string[]>} */
    async end() {
      const life = start()
      await life.ready
      const found = await audit(createCaller(life.url, book))
      const code = await life.close()
      if (code !== 0) found.push(`The last life of a side ended with ${code}`)
      return [...found, ...book.findings, ...flawsOf(join(own, 'sandbox.db'))]
    },
  }
}
/** @typedef {ReturnType<typeof createSide>} Side */
