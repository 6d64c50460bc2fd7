import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'

const open = useBrowser()

/** Where the form is, its submit button, and what a reader gets wrong: the first field with a problem has the focus. */
const forms = [
  ['/subscriptions?open=new', 'Subscribe', 'URL', 'not an address', 'URL'],
  ['/subscriptions?open=new', 'Subscribe', 'Description', 'mine', 'URL'],
  ['/endpoints?open=new', 'Create', 'Forward to', 'localhost:3000', 'Name'],
  ['/errors?open=card_dne', 'Arm card_dne', 'Times', '0', 'Times'],
  ['/errors?open=new', 'Arm', 'Status', '99', 'Status'],
  ['/simulate?open=card.created', 'Send card.created', 'Count', '1.5', 'Count'],
  ['/simulate?open=standing-faults', 'Add rule', 'Every Nth match', '0', 'Fault'],
  ['/simulate/traffic', 'Start', 'Seed', '-1', 'Seed'],
] as const

test('a form that is not valid sends nothing, and the focus is in its first field with a problem', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(sandbox.url)
  const sent: string[] = []
  page.on('request', (one) => {
    if (one.method() !== 'GET') sent.push(one.url())
  })
  for (const [place, button, label, typed, focused] of forms) {
    await page.goto(sandbox.url + place)
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) })
    await form.getByLabel(label, { exact: true }).fill(typed)
    await form.getByRole('button', { name: button, exact: true }).click()
    const wrong = form.getByLabel(focused, { exact: true })
    await expect
      .poll(() => wrong.evaluate((one) => one === document.activeElement), { message: place })
      .toBe(true)
    expect(await wrong.getAttribute('aria-invalid'), place).toBe('true')
  }
  expect(sent).toEqual([])
  expect(errors).toEqual([])
})

quick('the focus is in the field that a refusal names', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page } = await open(`${sandbox.url}/simulate/traffic`)
  const duration = page.getByLabel('Duration', { exact: true })
  await duration.fill('soon')
  await page.getByLabel('Seed', { exact: true }).press('Enter')
  await expect.poll(() => duration.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await duration.getAttribute('aria-invalid')).toBe('true')
  await duration.fill('1s')
  await expect.poll(() => duration.getAttribute('aria-invalid')).toBe('false')
})

test('Enter sends a form once, however often it is pressed before the response', async () => {
  const sandbox = await startSandbox({ bare: false })
  const { page, errors } = await open(`${sandbox.url}/simulate?open=standing-faults`)
  const fault = page.getByLabel('Fault', { exact: true })
  await fault.fill('drop')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/sandbox/fault-rules', async (route) => {
    await held
    await route.continue()
  })
  // Both presses come in one task, before the page is drawn again.
  await fault.evaluate((one: HTMLInputElement) => {
    one.form?.requestSubmit()
    one.form?.requestSubmit()
  })
  await page.getByText('sending…').waitFor()
  await fault.press('Enter')
  letGo()
  await page.getByRole('list', { name: 'Fault rules' }).getByRole('listitem').waitFor()
  await page.getByText('sending…').waitFor({ state: 'detached' })
  expect(await sandbox.get('/sandbox/fault-rules')).toMatchObject({ fault_rules: [{ fault: 'drop' }] })
  expect(errors).toEqual([])
})

test('Escape leaves the field and then the form, and keeps what was typed', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'mine' })
  const { page, errors } = await open(`${sandbox.url}/endpoints?open=mine`)
  const forward = page.getByLabel('Forward to')
  await forward.fill('http://localhost:3000/mine')
  await page.keyboard.press('Escape')
  await expect.poll(() => forward.evaluate((one) => one === document.activeElement)).toBe(false)
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.search === '')
  await expect.poll(() => forward.inputValue()).toBe('')
  await page.getByRole('button', { name: /^\/in\/mine/ }).click()
  await expect.poll(() => forward.inputValue()).toBe('http://localhost:3000/mine')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => forward.inputValue()).toBe('')
  expect(errors).toEqual([])
})
