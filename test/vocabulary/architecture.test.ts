import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/architecture.md', 'utf8')
const tree = /```text\n([\s\S]*?)```/.exec(text)?.[1] ?? ''

/** The folders that the tree draws: those of a root are indented below it. */
function drawn(): string[] {
  let root = ''
  return tree.split('\n').flatMap((line) => {
    const [, indent, name] = /^(\s*)(\S+\/)\s/.exec(line) ?? []
    if (name === undefined) return []
    if (indent === '') root = name
    return indent === '' ? [] : [root + name]
  })
}

const folders = (root: string) =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${root}/${entry.name}/`)

test('docs/architecture.md draws every folder of the server and the page, and no other', () => {
  expect(drawn().toSorted()).toEqual([...folders('server'), ...folders('ui')].toSorted())
})

test('every file that docs/architecture.md names exists', () => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(path) && !existsSync(`server/${path}`))).toEqual([])
})

test('every function in docs/architecture.md is in the file named beside it', () => {
  const steps = [...text.matchAll(/`(\w+)\(\)`[^`]*?`([\w./-]+\.ts)`/g)]
  expect(steps.length).toBeGreaterThan(8)
  const missing = steps.filter(([, name, path]) => {
    const file = existsSync(`server/${path}`) ? `server/${path}` : String(path)
    return !new RegExp(`\\b${name}\\b`).test(readFileSync(file, 'utf8'))
  })
  expect(missing.map(([whole]) => whole)).toEqual([])
})

test('the root of the server holds at most 16 files', () => {
  const files = readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeLessThanOrEqual(16)
})
