import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { type OpenOptions, useBrowser } from './open-page.ts'

const open = useBrowser()
const axe = readFileSync(resolve('node_modules/axe-core/axe.min.js'), 'utf8')
const pages = ['/sandbox/docs', '/sandbox/docs/sandbox']
/** axe looks at every one of some ten thousand elements. */
const timeout = 90_000

const looks: [string, OpenOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { width: 390, height: 800, colorScheme: 'light' }],
]
test.each(looks)(
  'the reference loads nothing from elsewhere and breaks no rule of axe: %s',
  async (_name, options) => {
    const sandbox = await startSandbox()
    for (const path of pages) {
      const { page, errors, elsewhere } = await open(`${sandbox.url}${path}`, options)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(errors, path).toEqual([])
      expect(elsewhere).toEqual([])
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        'scrolls sideways',
      ).toBe(0)
      await page.evaluate(axe)
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
        }
        return (await axe.run({ resultTypes: ['violations'] })).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
        )
      })
      expect(violations, path).toEqual([])
    }
  },
  timeout,
)

test('it reads without a script: the contents lead to an operation, its error to the explanation, and back to the page', async () => {
  const sandbox = await startSandbox()
  const { page, errors } = await open(`${sandbox.url}/sandbox/docs`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the contents')
  await page.getByRole('navigation').getByRole('link', { name: 'Remove a subscription' }).click()
  expect(page.url()).toContain('#deleteWebhook')
  const article = page.getByRole('article', { name: 'Remove a subscription' })
  await article.getByText('DELETE', { exact: true }).waitFor()
  await article.getByText(`curl -X DELETE ${sandbox.platform.url}/webhooks/`).waitFor()
  await article.getByRole('link', { name: 'webhooks_err' }).click()
  expect(page.url()).toContain('#error-webhooks_err')
  expect(errors).toEqual([])
  await page.getByRole('link', { name: 'Back to the page' }).click()
  await page.waitForURL(`${sandbox.url}/`)
})
