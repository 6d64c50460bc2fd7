/**
 * One line of the results.
 * @typedef {object} Row
 * @property {string} name
 * @property {string} ours what was measured, with its unit
 * @property {string} bare what it is held against
 * @property {number} ratio
 * @property {{ atLeast: number } | { atMost: number } | null} limit null where none was set
 */

/** How long and how often; `traffic` in seconds, memory is looked at after each; `calm` in ms, for which things come to rest. @typedef {{ deliveries: number, rounds: number, singles: number, pending: number, few: number, requests: number, diagnoses: number, rows: number, traffic: number[], calm: number }} Sizes */

/** @param {readonly number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5)

/**
 * Takes measurements by turns, so that whatever else the machine does meets each of them; answers the values of each.
 * @template {string} Name
 * @param {number} rounds
 * @param {Record<Name, () => Promise<number>>} measurements
 * @returns {Promise<Record<Name, number[]>>}
 */
export async function byTurns(rounds, measurements) {
  const names = /** @type {Name[]} */ (Object.keys(measurements))
  /** @type {Record<string, number[]>} */
  const values = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) values[name]?.push(await measurements[name]())
  }
  return values
}

/** The median of the ratios of each round. @param {readonly number[]} ours @param {readonly number[]} bare */
export const ratioOf = (ours, bare) => median(ours.map((value, i) => value / (bare[i] ?? Number.NaN)))

/** @param {number} value */
export const perSecond = (value) => `${Math.round(value)}/s`
/** @param {number} value */
export const ms = (value) => `${value.toFixed(2)} ms`

/** @param {Row['limit']} limit */
const limitText = (limit) =>
  limit === null ? '' : 'atLeast' in limit ? `≥ ${limit.atLeast}` : `≤ ${limit.atMost}`

/** @param {readonly Row[]} rows */
export function table(rows) {
  const cells = [
    ['what', 'ours', 'beside', 'ratio', 'limit'],
    ...rows.map(({ name, ours, bare, ratio, limit }) => [
      name,
      ours,
      bare,
      ratio.toFixed(2),
      limitText(limit),
    ]),
  ]
  const widths = cells[0]?.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0))) ?? []
  return cells
    .map((row) =>
      row.map((cell, i) => (i < 3 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n')
}
