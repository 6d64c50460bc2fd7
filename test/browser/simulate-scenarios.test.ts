import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { quick, test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { seen, useBrowser, wrongsOf } from './open-page.ts'

const open = useBrowser()

const mine = `title: A card that there is not
description: It is asked for, and that is all.
set: { card: nope }
steps:
  - name: look
    call: GET /cards/\${set.card}
    status: 404
  - name: pause
    wait: 2s
  - name: look-again
    call: GET /cards/\${set.card}
    status: 200
`
const slow = `title: Slow
steps:
  - name: first-wait
    wait: 2h
  - name: second-wait
    wait: 10d
`
const broken = `title: Broken
steps:
  - name: customer
    call: POST /customers/
    bodi: {}
`

/** A sandbox on the manual clock whose scenarios of one's own are these. */
async function startWith(files: Record<string, string>) {
  const folder = ownFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const sandbox = await startSandbox({ scenarios: folder })
  await sandbox.clock({ mode: 'manual' })
  return { ...sandbox, folder }
}

quick('a scenario is found and run, and its run shows each step with its records', async () => {
  const sandbox = await startWith({})
  const { page, errors } = await open(`${sandbox.url}/simulate/scenarios`)
  await page.getByRole('heading', { name: /^Included scenarios \d+$/ }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('onboarding')
  await page.getByRole('heading', { name: 'Onboarding passes' }).waitFor()
  await page.getByLabel('deposit').fill('5.00')
  await seen(page, 'npx webhook-sandbox scenario run onboarding-passes --set deposit=5.00')
  await page.getByRole('button', { name: 'Run onboarding-passes' }).click()
  await page.waitForURL('**/simulate/scenarios?*open=run_*')
  await seen(page, /succeeded · (\d+) of \1 steps/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  await page
    .getByRole('list', { name: 'Steps' })
    .getByRole('button', { name: /card-is-announced/ })
    .click()
  await page
    .getByRole('list', { name: 'Records of the step' })
    .getByRole('link', { name: /card\.created/ })
    .click()
  await page.waitForURL('**/?open=dlv_*')
  await page.getByRole('heading', { name: /card\.created/ }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Show in the stream' }).click()
  await page.waitForURL('**/?run=run_*')
  await page.getByRole('option').filter({ hasText: 'POST /cards' }).first().waitFor()
  await page.getByRole('button', { name: /of run_/ }).click()
  await page.waitForURL((url) => url.search === '')
  expect(errors).toEqual([])
})

test('a failed run shows where and why, and runs again with the same settings', async () => {
  const sandbox = await startWith({ 'mine.yaml': mine })
  const { page, errors } = await open(`${sandbox.url}/simulate/scenarios?open=mine`)
  await page.getByRole('button', { name: 'Run mine' }).click()
  await seen(page, /failed at step 3 of 3/)
  await seen(page, /mine\.yaml, line \d+, step 3 \(look-again\)/)
  const step = page.getByRole('button', { name: /look-again/ })
  expect(await step.getAttribute('aria-expanded')).toBe('true')
  await page.getByText('Terminal commands').click()
  await seen(page, /npx webhook-sandbox scenario run mine --set card=nope --seed \d+/)
  const first = page.url()
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.waitForURL((url) => url.href !== first)
  await seen(page, /failed at step 3 of 3/)
  await page.getByRole('button', { name: 'Scenario', exact: true }).click()
  await page.getByRole('link', { name: /run_/ }).nth(1).waitFor()
  expect(errors).toEqual([])
})

test('a paused run is stepped, resumed and stopped with the focus kept', async () => {
  const sandbox = await startWith({ 'mine.yaml': mine })
  const { page, errors } = await open(`${sandbox.url}/simulate/scenarios?open=mine`)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.getByLabel('Start paused').check()
  await page.getByRole('button', { name: 'Run mine' }).click()
  await seen(page, /paused · 0 of 3 steps/)
  await page.getByRole('button', { name: 'Step', exact: true }).click()
  await seen(page, /paused · 1 of 3 steps/)
  await expect.poll(focused).toBe('Step')
  await page.getByRole('button', { name: /A card that there is not, 1 of 3/ }).waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await seen(page, /stopped before step 2 of 3/)
  await expect.poll(focused).toBe('Run again')
  expect(errors).toEqual([])
})

test('a running wait shows its time and can be skipped, and a long step does not block Stop', async () => {
  const sandbox = await startWith({ 'slow.yaml': slow })
  const { page, errors } = await open(`${sandbox.url}/simulate/scenarios?open=slow`)
  await page.getByLabel('Speed of waits').selectOption('3600')
  await page.getByRole('button', { name: 'Run slow' }).click()
  const first = page.getByRole('button', { name: /first-wait/ })
  await first.filter({ hasText: /in .*, about \d+ s real time · until \d{4}-\d\d-\d\d / }).waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Step', exact: true }).click()
  await seen(page, /paused · 1 of 2 steps/)
  await first.filter({ hasText: /2 h passed/ }).waitFor()
  await page.getByRole('button', { name: 'Step', exact: true }).click()
  const step = page.getByRole('button', { name: 'Step', exact: true })
  await expect.poll(() => step.getAttribute('aria-busy')).toBe('true')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await seen(page, /stopped at step 2 of 2/)
  await page.getByRole('button', { name: 'Scenario', exact: true }).click()
  await page.locator('.card', { hasText: 'Slow' }).getByText('■').waitFor()
  expect(errors).toEqual([])
})

test('an invalid seed is refused at its field until corrected', async () => {
  const sandbox = await startWith({ 'mine.yaml': mine })
  const { page } = await open(`${sandbox.url}/simulate/scenarios?open=mine`)
  await page.getByLabel('Seed', { exact: true }).fill('99999999999999999999')
  await page.getByRole('button', { name: 'Run mine' }).click()
  await seen(page, 'Must be a whole number from 0 to 4294967295.')
  expect(await page.getByLabel('Seed', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Seed', { exact: true }).fill('9')
  await page.getByText('Must be a whole number').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Run mine' }).click()
  await seen(page, /failed at step 3 of 3/)
})

test('several runs are listed, and a missing run says why', async () => {
  const sandbox = await startWith({ 'mine.yaml': mine })
  const begin = async () =>
    (await sandbox.post<{ run: { id: string } }>('/sandbox/scenarios/mine/run', { paused: true })).run.id
  const [older] = [await begin(), await begin()]
  const { page } = await open(`${sandbox.url}/simulate/scenarios`)
  await page.getByText('2 runs').click()
  await page.getByRole('list', { name: 'Current runs' }).getByRole('link', { name: older }).click()
  await page.waitForURL(`**/*open=${older}`)
  await page.getByRole('list', { name: 'Current runs' }).waitFor({ state: 'hidden' })
  await sandbox.post('/sandbox/reset')
  await seen(page, 'The run was deleted: the sandbox was reset.')
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.goto(`${sandbox.url}/simulate/scenarios?open=run_0000`)
  await seen(page, /No run run_0000:/)
  await page.getByRole('button', { name: 'Show scenarios' }).click()
  await page.waitForURL((url) => url.search === '')
})

test('a broken file shows its problems, and reloads after correction', async () => {
  const sandbox = await startWith({ 'broken.yaml': broken })
  const { page, errors } = await open(`${sandbox.url}/simulate/scenarios?open=broken`)
  await seen(page, /broken\.yaml, line 5, step 1 \(customer\): bodi is not a key of a call step/)
  expect(await page.getByRole('button', { name: 'Run broken' }).isDisabled()).toBe(true)
  await page.getByRole('tab', { name: 'File' }).click()
  await seen(page, /bodi: \{\}/)
  writeFileSync(join(sandbox.folder, 'broken.yaml'), broken.replace('bodi', 'body'))
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      return page.getByText('The scenario cannot run').count()
    })
    .toBe(0)
  await page.getByRole('tab', { name: 'Run' }).click()
  await page.getByRole('button', { name: 'Run broken' }).click()
  await seen(page, /failed at step 1 of 1/)
  expect(errors).toEqual([])
})

test('scenarios and runs break no accessibility rule', async () => {
  const sandbox = await startWith({ 'mine.yaml': mine, 'broken.yaml': broken })
  const begin = async (body: object) =>
    (await sandbox.post<{ run: { id: string } }>('/sandbox/scenarios/mine/run', body)).run.id
  const failed = await begin({})
  const paused = await begin({ paused: true })
  const { page } = await open(sandbox.url)
  for (const view of [
    'q=spoon',
    'open=broken',
    'open=mine',
    'open=mine&tab=file',
    `open=${failed}`,
    `open=${paused}`,
  ]) {
    await page.goto(`${sandbox.url}/simulate/scenarios?${view}`)
    await page
      .getByText(/\d+ scenarios$/)
      .first()
      .waitFor({ state: 'attached' })
    expect(await wrongsOf(page), view).toEqual([])
  }
})
