import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(pages)('the links of %s lead to files and headings that exist', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  for (const link of links.filter((one) => !/^https?:/.test(one))) {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? page : join(dirname(page), file)
    expect(existsSync(target), link).toBe(true)
    if (anchor) expect(anchorsIn(readFileSync(target, 'utf8')), link).toContain(anchor)
  }
})

test('what the package ships has no dead links', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
  })
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(packed)
  const shipped = new Set(files.map(({ path }) => path))
  const dead = [...shipped]
    .filter((name) => name.endsWith('.md') && !name.startsWith('dist/'))
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#]+)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^(?:https?|mailto):/.test(link))
        .filter(
          (link) =>
            ![...shipped].some(
              (one) => one === join(dirname(page), link) || one.startsWith(`${join(dirname(page), link)}/`),
            ),
        )
        .map((link) => `${page}: ${link}`),
    )
  expect(dead).toEqual([])
})

test('the map of the documentation names every page', () => {
  const map = readFileSync('docs/README.md', 'utf8')
  for (const name of readdirSync('docs').filter((one) => one.endsWith('.md') && one !== 'README.md'))
    expect(map).toContain(`](${name})`)
})
