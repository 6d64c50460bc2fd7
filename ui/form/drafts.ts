/** Keeps unsent form input while the reader looks elsewhere. */

import { useRef, useState } from 'preact/hooks'

/** The current and the original values of a form. */
export interface Draft<Form> {
  before: Form
  form: Form
  /** Whether another client changed an edited field. */
  isOvertaken?: true
}

/** Number of drafts kept. The oldest is dropped first. */
const most = 20

/** Whether two field values, or two forms, are equal. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

const typedIn = <Form extends object>({ before, form }: Draft<Form>) =>
  Object.entries(form).filter(([name, value]) => !isSame(before[name as keyof Form], value))

/** Whether the form differs from its original values. */
export const differs = <Form extends object>(draft: Draft<Form>): boolean => typedIn(draft).length > 0

/** Merges new values from the server into a draft: edited fields stay, the others follow. */
export function followed<Form extends object>(draft: Draft<Form>, now: Form): Draft<Form> {
  const next = { before: now, form: { ...now, ...Object.fromEntries(typedIn(draft)) } }
  const isOvertaken = typedIn(next).some(([name]) => {
    const field = name as keyof Form
    return draft.isOvertaken || !isSame(draft.before[field], now[field])
  })
  return isOvertaken ? { ...next, isOvertaken } : next
}

/** Keeps drafts by record id for as long as the page is open. */
export function createDrafts<Form extends object>() {
  const kept = new Map<string, Draft<Form>>()
  return {
    of: (id: string) => kept.get(id),
    /** Keeps a draft if it differs from its original. */
    keep(id: string, draft: Draft<Form>): void {
      kept.delete(id)
      if (!differs(draft)) return
      kept.set(id, draft)
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    },
    forget: (id: string) => void kept.delete(id),
  }
}
export type Drafts<Form extends object> = ReturnType<typeof createDrafts<Form>>

/** The form of a record. Input survives a change of tab and live updates of the record. */
export function useDraft<Form extends object>(drafts: Drafts<Form>, id: string, first: () => Form) {
  const [draft, setDraft] = useState<Draft<Form>>(() => {
    const known = drafts.of(id)
    if (known !== undefined) return known
    const form = first()
    return { before: form, form }
  })
  const { before, form } = draft
  const change = (form: Form) => {
    const next = { before, form }
    drafts.keep(id, next)
    setDraft(next)
  }
  const startOver = () => {
    drafts.forget(id)
    const form = first()
    setDraft({ before: form, form })
  }
  return {
    before,
    form,
    isChanged: differs(draft),
    change,
    startOver,
    /** Call this after sending: later input stays. */
    sent(sent: Form) {
      const now = drafts.of(id)
      if (now === undefined || isSame(now.form, sent)) startOver()
    },
  }
}

/** The form of settings that other clients may change too. Edited fields stay, the others follow `now`. */
export function useFollowingDraft<Form extends object>(drafts: Drafts<Form>, id: string, now: Form) {
  const [, redraw] = useState(0)
  const held = useRef(drafts.of(id) ?? { before: now, form: now })
  const hold = (draft: Draft<Form>) => {
    drafts.keep(id, draft)
    held.current = draft
  }
  if (!isSame(held.current.before, now)) hold(followed(held.current, now))
  const set = (draft: Draft<Form>) => {
    hold(draft)
    redraw((times) => times + 1)
  }
  const { before, form, isOvertaken = false } = held.current
  return {
    before,
    form,
    isChanged: differs(held.current),
    isOvertaken,
    change: (form: Form) => set({ ...held.current, form }),
    startOver: () => set({ before, form: before }),
    /** Call this with the saved values: later input stays. */
    saved(form: Form) {
      const { before, form: typed } = held.current
      set(followed({ before: form, form: typed }, before))
    },
  }
}
