import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ACTION_ROOT } from '@actions/workflow-parser/actions/action-constants'
import { JSONObjectReader } from '@actions/workflow-parser/templates/json-object-reader'
import { TemplateSchema } from '@actions/workflow-parser/templates/schema/index'
import {
  TemplateContext,
  TemplateValidationErrors,
} from '@actions/workflow-parser/templates/template-context'
import { readTemplate } from '@actions/workflow-parser/templates/template-reader'
import { NoOperationTraceWriter } from '@actions/workflow-parser/templates/trace-writer'
import { YamlObjectReader } from '@actions/workflow-parser/workflows/yaml-object-reader'
import { describe, expect } from 'vitest'
import { readSession } from '../../server/session/read.ts'
import type { Check, Health, Subscription } from '../../server/wire.ts'
import { secret, startAnswering, startRight } from '../check/world.ts'
import { ownFolder } from '../helpers/folder.ts'
import { test as long, quick } from '../helpers/long.ts'
import { builtProgram } from '../helpers/program.ts'
import { action, actionText, runAction } from './runner.ts'

/** What GitHub's own parser finds. Its entry imports JSON as only bundlers do, so its parts are put together here. */
function errorsIn(content: string): string[] {
  const text = readFileSync('node_modules/@actions/workflow-parser/dist/action-v1.0.min.json', 'utf8')
  const schema = TemplateSchema.load(new JSONObjectReader(undefined, text))
  const context = new TemplateContext(new TemplateValidationErrors(), schema, new NoOperationTraceWriter())
  const file = context.getFileId('action.yml')
  const reader = new YamlObjectReader(file, content)
  readTemplate(context, ACTION_ROOT, reader, file)
  return [...reader.errors, ...context.errors.getErrors()].map(({ message }) => message)
}

describe('the file', () => {
  quick('is valid by the schema of GitHub, which finds mistakes', () => {
    expect(errorsIn(actionText)).toEqual([])
    expect(errorsIn(actionText.replace('shell: bash', 'shel: bash'))).not.toEqual([])
    expect(errorsIn(actionText.replace('using: composite', 'using: other'))).not.toEqual([])
  })

  quick('has the inputs and outputs of its contract', () => {
    expect(Object.keys(action.inputs)).toEqual(
      'receiver-url wait-for scheme secret effects-cmd fail-on reports config seed version working-directory'.split(
        ' ',
      ),
    )
    expect(Object.keys(action.outputs)).toEqual('url secret score failed report-dir'.split(' '))
  })

  quick('no script contains an expression, and every input is used', () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{')
    for (const name of Object.keys(action.inputs))
      expect(actionText, name).toMatch(new RegExp(`\\$\\{\\{ inputs\\.${name} \\}\\}`))
  })
})

/** The built program as the command `webhook-sandbox`, in place of the step that installs the package. */
function installed(env: Record<string, string> = {}) {
  const bin = ownFolder()
  symlinkSync(builtProgram, join(bin, 'webhook-sandbox'))
  return {
    path: [bin],
    without: 'Install webhook-sandbox',
    env: { WEBHOOK_SECRET: '', SANDBOX_URL: '', ...env },
  }
}
describe('as a runner runs it', () => {
  quick(
    'a right receiver: every output, the reports, the summary, and a sandbox for the steps that follow',
    async () => {
      const { url } = await startRight()
      const { code, outputs, env, summary, log } = await runAction(
        { 'receiver-url': url, 'wait-for': url, seed: '7', secret },
        installed(),
      )
      expect([code, outputs.score, outputs.failed, outputs.secret]).toEqual([0, '100', '0', secret])
      const reports = ['check.ctrf.json', 'check.xml', 'check.html', 'check.md', 'session.json']
      expect(reports.map((name) => existsSync(join(outputs['report-dir'] ?? '', name)))).toEqual(
        reports.map((name) => name !== 'session.json'),
      )
      expect(summary).toContain('100')
      expect(log).toContain(`::add-mask::${secret}`)
      expect(env).toEqual({
        SANDBOX_URL: outputs.url,
        SANDBOX_API_URL: expect.any(String),
        SANDBOX_EFFECTS_URL: `${outputs.url}/sandbox/effects`,
        WEBHOOK_SECRET: secret,
      })
      const health = (await (await fetch(`${outputs.url}/sandbox/health`)).json()) as Health
      expect(env.SANDBOX_API_URL).toBe(health.platform.base_url)
      const at = `${outputs.url}/sandbox/subscriptions`
      const { subscriptions } = (await (await fetch(at)).json()) as { subscriptions: Subscription[] }
      expect(subscriptions.map((one) => [one.url, one.secret])).toEqual([[url, secret]])
      const { checks } = (await (await fetch(`${outputs.url}/sandbox/checks`)).json()) as { checks: Check[] }
      expect(checks.map(({ seed }) => seed)).toEqual([7])
    },
  )

  quick(
    'a wrong receiver: the job fails, with annotations, counts, the reports that were asked for, and the session',
    async () => {
      const { url } = await startAnswering(() => 200)
      const counted = join(ownFolder(), 'counted')
      const { code, outputs, log } = await runAction(
        { 'receiver-url': url, scheme: 'stripe', reports: 'md', 'effects-cmd': `touch ${counted}; echo 1` },
        installed(),
      )
      expect([code, existsSync(counted)]).toEqual([1, true])
      expect(Number(outputs.failed)).toBeGreaterThan(0)
      expect(Number(outputs.score)).toBeLessThan(100)
      expect(log).toContain('::error title=')
      const folder = outputs['report-dir'] ?? ''
      expect(['check.md', 'check.xml'].map((name) => existsSync(join(folder, name)))).toEqual([true, false])
      expect(readSession(join(folder, 'session.json'), 'export').inputs.length).toBeGreaterThan(0)
    },
  )

  long('fail-on decides, and effects are counted by the command', async () => {
    const { url } = await startAnswering(() => 200)
    const { code, outputs } = await runAction(
      { 'receiver-url': url, 'fail-on': 'never', 'effects-cmd': 'echo 1' },
      installed(),
    )
    const result = readFileSync(join(outputs['report-dir'] ?? '', 'check.ctrf.json'), 'utf8')
    expect(code).toBe(0)
    expect(result).not.toContain('"no_effects"')
  })

  long('without a receiver only the sandbox starts', async () => {
    const { code, outputs } = await runAction({}, installed())
    expect([code, outputs.score, outputs.failed]).toEqual([0, '', ''])
    expect(outputs.secret).toMatch(/^whsec_/)
    expect((await fetch(`${outputs.url}/sandbox/health`)).status).toBe(200)
  })

  long('a wait that fails ends the job before the check', async () => {
    const { url, asked } = await startRight()
    const given = { 'receiver-url': url, 'wait-for': 'tcp://127.0.0.1:1/' }
    const { code, outputs } = await runAction(given, installed())
    expect([code, outputs.score, asked]).toEqual([2, '', []])
  })

  const inputs = 'receiver-url wait-for scheme secret effects-cmd fail-on reports config seed'.split(' ')
  // In the quick form no script contains an expression, and effects-cmd is run.
  long.each(inputs)('nothing in %s is run', async (name) => {
    const folder = ownFolder()
    const file = join(folder, 'ran')
    const evil = `"; touch ${file}; echo "$(touch ${file})\`touch ${file}\``
    const { url } = await startRight()
    await runAction({ 'receiver-url': url, secret, [name]: evil }, installed())
    // The shell command of effects-cmd is meant to run, but as it is written.
    expect(existsSync(file)).toBe(name === 'effects-cmd')
  })
})

long('the packed package is installed from its path, and its command checks', async () => {
  const folder = ownFolder()
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { stdio: 'ignore' })
  const [tarball = ''] = execFileSync('ls', [folder], { encoding: 'utf8' }).split('\n')
  const { url } = await startRight()
  const { code, outputs } = await runAction(
    { 'receiver-url': url, secret, version: join(folder, tarball) },
    { env: { WEBHOOK_SECRET: '', SANDBOX_URL: '' } },
  )
  expect([code, outputs.failed]).toEqual([0, '0'])
})
