import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { runHere } from './here.ts'

const html = '<html>Another program</html>'

test.each([['har'], ['har', 'cap_1'], ['export'], ['curl', 'cap_1'], ['body', 'cap_1'], ['show', 'cap_1']])(
  'capture %s: what another program answers is not printed for a capture',
  async (...words) => {
    const other = await startReceiver([(response) => response.end(html)])
    const { code, out, log } = await runHere(['capture', ...words, '--url', new URL(other.url).origin])
    expect([code, out]).toEqual([1, []])
    expect(log).toEqual([`${new URL(other.url).origin} is no sandbox. Name another with --url URL.`])
  },
)

test.each(['{"error":"unauthorized"}', '{"error":{"code":7}}', '{"error":null}', 'null', html])(
  'a refusal of another program, %s, is told from one of a sandbox',
  async (body) => {
    const other = await startReceiver([(response) => response.writeHead(401).end(body)])
    for (const words of [['clock'], ['capture', 'har'], ['trigger', 'card.created']]) {
      const { code, out, log } = await runHere([...words, '--url', new URL(other.url).origin])
      expect([code, out]).toEqual([1, []])
      expect(log).toEqual([
        `${new URL(other.url).origin} answered 401. Is this address a sandbox? Name another with --url URL.`,
      ])
    }
  },
)
