import { readFileSync } from 'node:fs'

const surfaces = ['http', 'command', 'library', 'tool', 'page'] as const
export type Surface = (typeof surfaces)[number]

/** A row of docs/capabilities.md: how each surface offers it, or why not. */
export type Capability = { does: string } & Record<Surface, { names: string[] } | { why: string }>

/** A cell: names as code, the name of a view, or a reason. */
function cellOf(text: string): { names: string[] } | { why: string } {
  const [, why] = /^no: (.+)$/.exec(text) ?? []
  if (why !== undefined) return { why }
  const names = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? [])
  return { names: names.length > 0 ? names : [text] }
}

export const capabilities: Capability[] = readFileSync('docs/capabilities.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => {
    const [does = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const named = surfaces.map((surface, at) => [surface, cellOf(cells[at] ?? '')])
    return { does, ...(Object.fromEntries(named) as Record<Surface, ReturnType<typeof cellOf>>) }
  })

/** The names that a surface offers in a row. */
export const offered = (row: Capability, surface: Surface): string[] => {
  const cell = row[surface]
  return 'names' in cell ? cell.names : []
}

/** A request by a route, such as `GET /sandbox/events/evt_1` by `GET /events/{id}`. */
export const formOf = (route: string) =>
  new RegExp(
    `^${route
      .replace(' ', ' /sandbox')
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  )
