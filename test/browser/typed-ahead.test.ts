import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { chord, useBrowser } from './open-page.ts'

const open = useBrowser()

test('text typed while a field loads is kept for it, and no letter acts as a key', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open('about:blank')
  // A busy machine takes longer over a view than the page has patience.
  await page.addInitScript(() => {
    const now = performance.now()
    performance.now = () => now
  })
  // Before the page fetches them ahead: each view takes as long to come as it does over a slow line, the first until all is typed.
  let letLoad = () => {}
  const typed = new Promise<void>((resolve) => {
    letLoad = resolve
  })
  await page.route(/\/assets\/(errors|endpoints|resend-form|detail)-[\w-]+\.js$/, async (route) => {
    await (route.request().url().includes('/errors-')
      ? typed
      : new Promise((resolve) => setTimeout(resolve, 300)))
    await route.continue()
  })
  await page.goto(`${sandbox.url}/`)
  await page.getByRole('option').first().waitFor()
  await chord(page, 'g', 'e')
  await page.waitForURL(/\/errors$/)
  await page.keyboard.press('/')
  await page.keyboard.type('cards_')
  await page.keyboard.press('Backspace')
  expect(await page.locator('#search').count()).toBe(0)
  letLoad()
  await page.locator('#search:focus').waitFor()
  await page.keyboard.type('x')
  expect(await page.locator('#search').inputValue()).toBe('cardsx')
  await page.waitForURL(/q=cardsx/)
  await page.keyboard.press('Escape')

  await chord(page, 'g', 'n')
  await page.locator('.card').first().waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('czy')
  await expect.poll(() => page.locator('.split-detail input').first().inputValue()).toBe('czy')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // As on a page that was just opened, where nothing has the focus.
  await page.waitForURL(/\/endpoints$/)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('n')
  await page.locator('.split-detail input:focus').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  const { deliveries } = await sandbox.get<{ deliveries: { id: string }[] }>('/sandbox/deliveries')
  await chord(page, 'g', 's')
  await page.getByRole('option').first().waitFor()
  const before = deliveries.length
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/?open=${deliveries[0]?.id}`)
  await page.getByRole('tab', { name: 'Request' }).waitFor()
  await page.keyboard.press('x')
  await page.waitForURL(/tab=resend/)
  await page.keyboard.type('drop')
  await expect.poll(() => page.locator('.fault-field > input').inputValue()).toBe('drop')
  expect((await sandbox.get<{ deliveries: object[] }>('/sandbox/deliveries')).deliveries).toHaveLength(before)
  expect(errors).toEqual([])
})

quick('text typed before the page is drawn is kept for its field', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open('about:blank')
  await page.addInitScript(() => {
    // The page takes it away when it begins, and is drawn later.
    const begins = new MutationObserver((changes) => {
      if (
        !changes.some(({ removedNodes }) => [...removedNodes].some((one) => (one as Element).id === 'served'))
      )
        return
      begins.disconnect()
      document.body.dataset.drawn = String(document.getElementById('app')?.childElementCount)
      for (const key of '/card')
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    begins.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${sandbox.url}/`)
  await page.locator('#search:focus').waitFor()
  expect(await page.locator('body').getAttribute('data-drawn')).toBe('0')
  await expect.poll(() => page.locator('#search').inputValue()).toBe('card')
  await page.waitForURL(/q=card/)
  expect(errors).toEqual([])
})

test('the keys work again if no field appears', async () => {
  const sandbox = await startSandbox({ body_limit_bytes: 1024 })
  await sandbox.request('POST', '/in/demo', 'x'.repeat(2000))
  const { id } = await sandbox.newestCapture()
  const { page } = await open(`${sandbox.url}/?open=${id}&tab=request`)
  await page.getByRole('tab', { name: 'Request' }).waitFor()
  await page.keyboard.press('e')
  await page.getByText('Cannot replay').waitFor()
  await expect.poll(() => page.keyboard.press('v').then(() => page.url())).toMatch(/signature/)
})

test('a key whose code cannot load says so in the frame', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { page, errors } = await open(sandbox.url)
  await page.locator('.row').first().waitFor()
  await page.route(/\/assets\/(thing-acts|palette|subscribing)-[\w-]+\.js$/, (route) => route.abort())
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  const refusal = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  await refusal.waitFor()
  await refusal.getByRole('button', { name: 'Close' }).click()

  const strip = page.getByRole('region', { name: 'First steps' })
  await strip.getByLabel('URL of your receiver').fill('http://localhost:3000/hook')
  await strip.getByRole('button', { name: 'Subscribe' }).click()
  await refusal.waitFor()
  await refusal.getByRole('button', { name: 'Close' }).click()
  expect(await strip.getByRole('button', { name: 'Subscribe' }).isEnabled()).toBe(true)

  await page.keyboard.press('Control+K')
  await refusal.waitFor()
  expect((await refusal.boundingBox())?.width).toBeGreaterThan(1000)
  expect(errors.filter((one) => !one.includes('net::ERR_FAILED'))).toEqual([])
})

test.each([
  ['that loads', ['listen', 'palette']],
  ['that has loaded', ['listen']],
])('keys pressed before their code has loaded act in their order, on a palette %s too', async (_, parts) => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open('about:blank')
  const load: Record<string, () => void> = {}
  for (const part of parts) {
    const loaded = new Promise<void>((resolve) => {
      load[part] = resolve
    })
    await page.route(new RegExp(`/assets/${part}-[\\w-]+\\.js$`), async (route) => {
      await loaded
      await route.continue()
    })
  }
  // Each key waits for a frame, so that later keys come while earlier ones wait.
  await page.addInitScript(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 60)
  })
  await page.goto(`${sandbox.url}/`)
  await page.getByRole('button', { name: 'Send card.created' }).first().focus()
  for (const key of ['Control+k', 'x', 'Escape', 'Control+k']) await page.keyboard.press(key)
  await page.keyboard.type('la')
  load.listen?.()
  // These come while the others act one after the other.
  await page.keyboard.type('nesxy', { delay: 80 })
  for (const key of ['Backspace', 'Backspace']) await page.keyboard.press(key)
  load.palette?.()
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect.poll(() => field.inputValue()).toBe('lanes')
  await page.getByRole('option', { name: /^Lanes/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/lanes/)
  expect(errors).toEqual([])
})
