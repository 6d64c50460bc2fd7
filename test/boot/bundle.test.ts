import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { firstView, overweight } from '../setup/bundle.mjs'

function builtPage(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const page = {
  'index.html':
    '<link rel="icon" href="/assets/icon.svg"><script type="module" src="/assets/index.js"></script><link rel="stylesheet" href="/assets/index.css">',
  'assets/index.css': 'a{}',
  'assets/index.js':
    'import{a as b}from"./one.js";import"./two.js";export*from"./three.js";const c=()=>import("./late.js");',
  'assets/one.js': 'import{d}from"./two.js";export const a=d',
  'assets/two.js': 'export const d=1',
  'assets/three.js': '',
  'assets/late.js': 'import"./later.js"',
  'assets/later.js': '',
}

test('the first view is what is loaded at once, each part counted once', () => {
  const names = firstView(builtPage(page)).map(({ name }) => name)
  expect(names.toSorted()).toEqual(
    ['index.css', 'index.js', 'one.js', 'three.js', 'two.js'].map((name) => `assets/${name}`),
  )
})

test('more than is allowed is refused with the heaviest part first', () => {
  const parts = [
    { name: 'assets/index.js', bytes: 50_000 },
    { name: 'assets/index.css', bytes: 11_000 },
  ]
  expect(overweight(parts, 61_000)).toBeUndefined()
  expect(overweight(parts, 60_999)).toMatch(/61000 bytes.*60999 are allowed[\s\S]*50000 {2}assets\/index\.js/)
})

test('a folder without a page is not light, it is wrong', () => {
  expect(overweight([])).toMatch(/names no script/)
})
