import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAuditor } from './audit.mjs'
import { createBook } from './book.mjs'
import { createCaller, follow } from './caller.mjs'
import { startLoad, subscribeStanding } from './clients.mjs'
import { drawsOf } from './draws.mjs'
import { drained, lastAudit, retryDelays } from './last-audit.mjs'
import { startLife } from './life.mjs'
import { freePort } from './ports.mjs'
import { startReceivers } from './receivers.mjs'
import { flawsOf } from './record.mjs'
import { lostSecrets, notFound, wrongAnswers } from './samples.mjs'
import { createSide } from './side.mjs'

/** @typedef {'under load' | 'at rest' | 'while starting' | 'while closing' | 'beside'} Kill the moment that a life is ended at */
/** @typedef {{ kills: Record<Kill, number>, triggered: number, called: number, deliveries: number, attempts: number, requests: number, duplicates: number, faulty: number, sentAgain: number, aborted: number, interrupted: number }} Counts */
/** @typedef {{ findings: string[], counts: Counts }} Result */

/** How long a start takes on a machine that has nothing else to do. */
const usualStartMs = 300
/** On a busy machine lives last longer, or nothing would come about in them. @param {number} startMs */
const slowness = (startMs) => Math.min(Math.max(startMs / usualStartMs, 1), 3)

/**
 * Lives one after the other on one database file, each killed at an instant that the seed draws, and a last one that
 * delivers what is left. The run ends early when something is found.
 * @param {{ program: string, folder: string, kills: number, seed: number, say(line: string): void }} run `program` is the
 *   built main.js, `folder` is for the database and empty
 * @returns {Promise<Result>}
 */
export async function runCrashes({ program, folder, kills, seed, say }) {
  mkdirSync(folder, { recursive: true })
  const delivery = { retry_delays: retryDelays, jitter: 0.2, concurrency: 8 }
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ seed, delivery }))
  const file = join(folder, 'sandbox.db')
  const port = await freePort()
  const receivers = await startReceivers(seed)
  const book = createBook()
  const auditor = createAuditor({ file, book, log: receivers.log })
  const draws = drawsOf(seed, 'kills')
  const done = { 'under load': 0, 'at rest': 0, 'while starting': 0, 'while closing': 0, beside: 0 }
  let startMs = usualStartMs
  let number = 0
  /** @type {string[]} */
  let findings = []

  /** @type {import('./side.mjs').Side | undefined} */
  let side

  /** A life of the side beside the main run. */
  async function liveBeside() {
    side ??= createSide({ program, folder, port: await freePort(), seed, number })
    findings = await side.live()
    if (findings.length === 0 && side.isOver()) await endSide()
  }

  async function endSide() {
    findings = [...findings, ...((await side?.end()) ?? [])]
    side = undefined
  }

  /** @param {Kill} moment @param {boolean} isFirst */
  async function live(moment, isFirst) {
    const born = Date.now()
    const life = startLife({ program, folder, port })
    if (moment === 'while starting') {
      await pause(draws.fraction() * startMs * 1.1)
      await life.kill()
      return
    }
    startMs = await life.ready
    const unfollow = follow(life.url, book)
    const ask = createCaller(life.url, book)
    if (isFirst) await subscribeStanding(ask, book, receivers)
    const found = auditor.audit(born)
    const load = moment === 'at rest' ? undefined : startLoad({ ask, book, receivers, seed, life: number })
    await pause(draws.between(20, 600) * slowness(startMs))
    if (moment === 'while closing') {
      void life.close()
      await pause(draws.between(0, 60))
    }
    const trouble = life.trouble()
    await life.kill()
    unfollow()
    await load?.stop()
    findings = [...found, ...(trouble ? [trouble] : []), ...book.findings]
  }

  /** Delivers what is left and is closed in order. */
  async function liveOn() {
    await receivers.calm()
    const born = Date.now()
    const life = startLife({ program, folder, port })
    await life.ready
    const ask = createCaller(life.url, book)
    const stuck = await drained(file)
    const whole = createAuditor({ file, book, log: receivers.log })
    findings = [
      ...stuck,
      ...auditor.audit(born),
      ...whole.audit(born),
      ...lastAudit({ file, book, known: whole.known, ended: auditor.known.ended, log: receivers.log }),
      ...(await wrongAnswers({ ask, known: whole.known, log: receivers.log })),
      ...(await notFound({ ask, known: whole.known })),
      ...(await lostSecrets({ ask, book })),
      ...book.findings,
    ]
    const code = await life.close()
    if (code !== 0) findings.push(`The last life was asked to close and ended with ${code}`)
    findings.push(...flawsOf(file))
  }

  try {
    for (; number < kills && findings.length === 0; number++) {
      const moment = number === 0 ? 'under load' : momentOf(draws, number)
      if (moment === 'beside') await liveBeside()
      else await live(moment, number === 0)
      done[moment]++
      if ((number + 1) % 20 === 0 || number + 1 === kills) say(`${number + 1} kills: ${countsLine(counts())}`)
    }
    if (findings.length === 0) await endSide()
    if (findings.length === 0) await liveOn()
  } catch (error) {
    findings.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await receivers.close()
  }
  return { findings, counts: counts() }

  /** @returns {Counts} */
  function counts() {
    const { known } = auditor
    const attempts = [...known.attempts.values()].flatMap((ofKey) => [...ofKey.values()])
    const told = [...known.requests].flatMap(([key, requests]) => {
      const ofKey = [...(known.attempts.get(key)?.values() ?? [])]
      return requests.map((_, i) => ofKey[i]?.delivery_id)
    })
    return {
      kills: done,
      triggered: [...book.triggers.values()].reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0),
      called:
        book.cards.size +
        book.passed.size +
        [...book.changes.values()].reduce((n, { answered }) => n + answered, 0),
      deliveries: known.deliveries.size,
      attempts: attempts.length,
      requests: told.length,
      duplicates: told.length - new Set(told).size,
      faulty: [...known.deliveries.values()].filter(({ fault }) => fault !== null).length,
      sentAgain: book.sentAgain,
      aborted: attempts.filter(({ outcome }) => outcome?.kind === 'aborted').length,
      interrupted: attempts.filter(({ outcome }) => outcome?.kind === 'interrupted').length,
    }
  }
}

/** Every third life is one beside the main run. @param {import('./draws.mjs').Draws} draws @param {number} number @returns {Kill} */
function momentOf(draws, number) {
  if (number % 3 === 2) return 'beside'
  const at = draws.fraction()
  if (at < 0.7) return 'under load'
  if (at < 0.87) return 'while starting'
  return at < 0.94 ? 'while closing' : 'at rest'
}

/** @param {Counts} counts */
export const countsLine = (counts) =>
  `${counts.triggered} events triggered, ${counts.called} by calls, ${counts.deliveries} deliveries (${counts.faulty} faulty, ` +
  `${counts.sentAgain} by resends of many), ${counts.attempts} attempts, ${counts.requests} requests received, ` +
  `${counts.duplicates} of a delivery received before, ${counts.interrupted} interrupted, ${counts.aborted} aborted`
