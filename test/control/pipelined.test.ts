import { expect, test } from 'vitest'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('however many requests a client pipelines, Node sees no leak', async () => {
  const warnings: Error[] = []
  const hear = (warning: Error) => void warnings.push(warning)
  process.on('warning', hear)
  const { url } = await startSandbox()
  const ask = (path: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${portOf(url)}\r\n${more}\r\n`
  const all = [...Array(40).fill(ask('/sandbox/health')), ask('/sandbox/config', 'Connection: close\r\n')]
  const answers = await rawExchange(portOf(url), all.join(''))
  process.off('warning', hear)
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(41)
  expect(warnings).toEqual([])
})
