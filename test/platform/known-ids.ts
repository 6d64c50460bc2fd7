import { isJson } from './odd-requests.ts'

/** The ids of one object that was answered, by field. */
type Ids = Record<string, string>

/** Fields that ask for what another field tells. */
const meant: Record<string, readonly string[]> = {
  destination_account_id: ['account_id'],
  parent_card_id: ['card_id'],
  p_id: ['p_id', 'customer_id'],
  target_id: ['p_id', 'customer_id', 'name_id', 'address_id'],
}
const keptMax = 300
const mark = /@(own|other):(\w+):(\d+)@/g

/** Remembers the ids that the API answers, the newest of each field, and puts them in for marks. */
export function createKnownIds() {
  const byField = { own: new Map<string, Ids[]>(), other: new Map<string, Ids[]>() }

  function keep(of: 'own' | 'other', ids: Ids) {
    for (const field of Object.keys(ids)) {
      const all = byField[of].get(field) ?? []
      byField[of].set(field, all)
      if (all.push(ids) > keptMax) all.shift()
    }
  }

  function learn(value: unknown, of: 'own' | 'other' = 'own') {
    if (Array.isArray(value)) for (const one of value) learn(one, of)
    if (!isJson(value)) return
    const ids = Object.entries(value).filter(
      (pair): pair is [string, string] => pair[0].endsWith('_id') && typeof pair[1] === 'string',
    )
    if (ids.length > 0) keep(of, Object.fromEntries(ids))
    const { webhook_subscription: webhook } = value
    if (isJson(webhook)) keep(of, { webhook_id: String(webhook.id) })
    for (const inner of Object.values(value)) learn(inner, of)
  }

  const valueIn = (ids: Ids | undefined, field: string) =>
    (meant[field] ?? [field]).map((name) => ids?.[name]).find((id) => id !== undefined)

  function any(of: 'own' | 'other', field: string, at: number): string | undefined {
    const names = meant[field] ?? [field]
    const all = byField[of].get(names[at % names.length] ?? '') ?? []
    return valueIn(all[at % all.length], field)
  }

  /** Puts ids in for the marks of a request: most of them are of one object, so that they go together. */
  function put(path: string, body: string | undefined): { path: string; body: string | undefined } {
    const marks = [...`${path} ${body ?? ''}`.matchAll(mark)]
    const fields = marks.map(([, , field = '']) => field)
    const known = (field: string) => (meant[field] ?? [field]).flatMap((name) => byField.own.get(name) ?? [])
    const at = Number(marks[0]?.[3] ?? 0)
    // Half of the time an object that tells each field by its own name, such as a person who is related to a customer.
    const tells = (ids: Ids, field: string) =>
      at % 2 === 0 ? ids[field] !== undefined : valueIn(ids, field) !== undefined
    const candidates = known(fields[0] ?? '').map((ids) => ({
      ids,
      told: fields.filter((field) => tells(ids, field)).length,
    }))
    const most = Math.max(0, ...candidates.map(({ told }) => told))
    const fitting = candidates.filter(({ told }) => told === most)
    const chosen = fitting[at % fitting.length]?.ids
    const filled = (text: string) =>
      text.replace(mark, (_, of: 'own' | 'other', field: string, at: string) => {
        const isAlone = of === 'other' || Number(at) % 5 === 0
        return (isAlone ? undefined : valueIn(chosen, field)) ?? any(of, field, Number(at)) ?? 'nobody'
      })
    return { path: filled(path), body: body === undefined ? undefined : filled(body) }
  }

  return { learn, put }
}
export type KnownIds = ReturnType<typeof createKnownIds>
