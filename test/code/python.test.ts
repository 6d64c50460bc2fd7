import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { judgeReceivers, startHarness, writeReceivers } from './receivers.ts'

const harness = fileURLToPath(new URL('harness/python.py', import.meta.url))

const python = (...args: string[]) =>
  spawnSync('python3', args, { encoding: 'utf8', env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } })
const has = (module: string) => python('-c', `import ${module}`).status === 0
const isHere = has('sys')

/** What a scheme needs that is not in the standard library. */
const libraries: Record<string, boolean> = {
  plaid: isHere && has('jwt.algorithms, cryptography'),
  'standard-webhooks-ed25519': isHere && has('cryptography'),
}
const frameworks = {
  'python-flask': 'flask',
  'python-fastapi': 'fastapi',
  'python-django': 'django',
} as const

describe.each(['python-flask', 'python-fastapi', 'python-django'] as const)('%s', (language) => {
  test.skipIf(!isHere)('is Python, in every scheme', () => {
    const { receivers } = writeReceivers(language)
    const check = 'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file)'
    const { status, stderr } = python('-c', check, ...receivers.map(({ file }) => file))
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  test.skipIf(!isHere || !has(frameworks[language]))(
    'takes what is right and refuses what is not, in every scheme whose library is here',
    async () => {
      const { receivers } = writeReceivers(language)
      const loadable = receivers.filter(({ scheme }) => libraries[scheme] ?? true)
      await judgeReceivers(await startHarness(['python3', harness, language], loadable), loadable.length)
    },
    40_000,
  )
})
