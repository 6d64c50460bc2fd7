import { WebSocket } from 'ws'

/** @typedef {import('./book.mjs').Book} Book */
/** @typedef {{ status: number, body: any }} Answer */

/**
 * Asks the API of one life. An answer that the kill cuts off is undefined; one that nobody should get is a finding.
 * @param {string} url
 * @param {Book} book
 */
export function createCaller(url, book) {
  const headers = { 'content-type': 'application/json', authorization: 'demo', identity: 'demo' }
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {readonly number[]} [refusals] statuses besides success that may well be answered
   * @returns {Promise<any>} the body of a success; null after a refusal, undefined without an answer
   */
  return async function ask(method, path, body, refusals = []) {
    /** @type {Answer} */
    let answer
    try {
      const response = await fetch(url + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      answer = { status: response.status, body: await response.json() }
    } catch {
      return undefined
    }
    if (answer.status < 300) return answer.body
    if (!refusals.includes(answer.status))
      book.findings.push(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return null
  }
}
/** @typedef {ReturnType<typeof createCaller>} Ask */

/**
 * Follows the live frames of one life and sees to it that their numbers rise, over all lives.
 * @param {string} url
 * @param {Book} book
 * @returns {() => void} ends it
 */
export function follow(url, book) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/sandbox/live`)
  socket.on('error', () => {})
  socket.on('message', (data) => {
    for (const { kind, seq } of JSON.parse(String(data))) {
      const mayRepeat = kind === 'hello' || kind === 'gap'
      if (mayRepeat ? seq < book.newestFrame : seq <= book.newestFrame)
        book.findings.push(
          `A live frame "${kind}" has the number ${seq}, but ${book.newestFrame} was told before`,
        )
      book.newestFrame = Math.max(book.newestFrame, seq)
    }
  })
  return () => socket.terminate()
}
