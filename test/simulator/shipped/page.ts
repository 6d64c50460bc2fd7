/** What the page of a shipped scenario says. */
import { readFileSync } from 'node:fs'

export const pageOf = (name: string) => readFileSync(`docs/scenarios/${name}.md`, 'utf8')

/** The part of a page below a heading, up to the next of its rank. */
export const below = (page: string, heading: string) =>
  page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

interface Claim {
  event: string
  /** Paths that the payload has, and the values of some. */
  paths: { path: string; value?: unknown }[]
}

/** The table of events of a page: `4–8` stands for five alike. */
export function claimsOf(page: string): Claim[] {
  const rows = [...below(page, 'Events').matchAll(/^\| (\d+)(?:–(\d+))? \| `([^`]+)` \| (.*) \|$/gm)]
  return rows.flatMap(([, from, to = from, event = '', says = '']) => {
    const claims = [...says.matchAll(/`([a-z_0-9.]+)`(?: = `([^`]+)`)?/g)]
    const paths = claims.map(([, path = '', value]) => ({
      path,
      ...(value !== undefined && { value: JSON.parse(value) }),
    }))
    return Array.from({ length: Number(to) - Number(from) + 1 }, () => ({ event, paths }))
  })
}

export const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value)
