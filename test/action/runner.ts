import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { ownFolder } from '../helpers/folder.ts'

interface Step {
  id?: string
  name: string
  if?: string
  shell: string
  run: string
  env?: Record<string, string>
  'working-directory'?: string
}

export interface Action {
  inputs: Record<string, { default?: string }>
  outputs: Record<string, { value: string }>
  runs: { using: string; steps: Step[] }
}

export const actionText = readFileSync('action.yml', 'utf8')
export const action: Action = parse(actionText)

interface Ran {
  /** The exit code of the first step that failed, else 0. */
  code: number
  outputs: Record<string, string>
  /** What later steps of the job find in their environment. */
  env: Record<string, string>
  summary: string
  log: string
}

/** Names with values, as the files that a step writes hold them: `name=value`, or several lines between two marks. */
function readPairs(text: string): Record<string, string> {
  const pairs: Record<string, string> = {}
  const lines = text.split('\n')
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = '', mark] = /^([^=<]+)<<(.+)$/.exec(line) ?? []
    if (mark !== undefined)
      pairs[name] = lines
        .splice(0, lines.indexOf(mark) + 1)
        .slice(0, -1)
        .join('\n')
    else if (line !== '') pairs[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1)
  }
  return pairs
}

/**
 * Runs the steps as the runner of GitHub Actions does: expressions by the published evaluator, scripts by bash, and the files of
 * the runner between the steps.
 * @param options.without a step that is left out, because the test does what it does
 */
export async function runAction(
  given: Record<string, string>,
  {
    path = [],
    env = {},
    without = '',
  }: { path?: string[]; env?: Record<string, string>; without?: string } = {},
): Promise<Ran> {
  const folder = ownFolder()
  const temp = join(folder, 'temp')
  mkdirSync(temp)
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default ?? '']),
  )
  const steps: Record<string, Record<string, string>> = {}
  const later: Record<string, string> = {}
  const paths = [...path]
  let [code, log, summary] = [0, '', '']

  const evaluate = (expression: string) => evaluated(expression, { inputs, steps })
  const filled = (text: string) =>
    text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluate(expression).coerceString())

  for (const [at, step] of action.runs.steps.entries()) {
    if (code !== 0 || step.name === without) continue
    if (step.if !== undefined && evaluate(step.if).coerceString() !== 'true') continue
    const file = (name: string) => join(folder, `${at}-${name}`)
    const script = file('script.sh')
    writeFileSync(script, filled(step.run))
    const [output, environment, pathFile, summaryFile] = ['output', 'env', 'path', 'summary'].map((name) => {
      writeFileSync(file(name), '')
      return file(name)
    }) as [string, string, string, string]
    const ended = await bash(script, {
      cwd: filled(step['working-directory'] ?? '.'),
      env: {
        ...process.env,
        ...env,
        ...later,
        ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text)])),
        PATH: [...paths, process.env.PATH].join(delimiter),
        GITHUB_ACTIONS: 'true',
        GITHUB_OUTPUT: output,
        GITHUB_ENV: environment,
        GITHUB_PATH: pathFile,
        GITHUB_STEP_SUMMARY: summaryFile,
        RUNNER_TEMP: temp,
      },
    })
    code = ended.code
    log += ended.log
    summary += readFileSync(summaryFile, 'utf8')
    if (step.id !== undefined) steps[step.id] = readPairs(readFileSync(output, 'utf8'))
    Object.assign(later, readPairs(readFileSync(environment, 'utf8')))
    paths.unshift(
      ...readFileSync(pathFile, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    )
    // The sandbox runs until the job ends.
    if (step.id === 'start' && code === 0) await stopLater(later.SANDBOX_URL ?? '')
  }
  const outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value)]),
  )
  return { code, outputs, env: later, summary, log }
}

/** The value of an expression. A member that is missing is empty. */
function evaluated(
  expression: string,
  { inputs, steps }: { inputs: Record<string, string>; steps: Record<string, Record<string, string>> },
) {
  const dictionary = (values: Record<string, string>) =>
    new data.Dictionary(
      ...Object.entries(values).map(([key, text]) => ({ key, value: new data.StringData(text) })),
    )
  const context = new data.Dictionary(
    { key: 'inputs', value: dictionary(inputs) },
    {
      key: 'steps',
      value: new data.Dictionary(
        ...Object.entries(steps).map(([key, outputs]) => ({
          key,
          value: new data.Dictionary({ key: 'outputs', value: dictionary(outputs) }),
        })),
      ),
    },
  )
  const { tokens } = new Lexer(expression).lex()
  return new Evaluator(new Parser(tokens, ['inputs', 'steps'], []).parse(), context).evaluate()
}

function bash(script: string, options: { cwd: string; env: NodeJS.ProcessEnv }) {
  return new Promise<{ code: number; log: string }>((resolve, reject) => {
    // The command line of the runner for `shell: bash`.
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    child.stdout.on('data', (chunk) => (log += chunk))
    child.stderr.on('data', (chunk) => (log += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, log }))
  })
}

async function stopLater(url: string) {
  const { pid } = (await (await fetch(`${url}/sandbox/health`)).json()) as { pid: number }
  onTestFinished(() => void process.kill(pid, 'SIGKILL'))
}
