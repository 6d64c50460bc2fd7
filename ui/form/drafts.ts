import { useRef, useState } from 'preact/hooks'

/** What was typed into a form, and what it held at first. */
export interface Draft<Form> {
  before: Form
  form: Form
  /** Whether a field that was typed into has been changed elsewhere since. */
  isOvertaken?: true
}

/** So many are kept; the oldest goes first. */
const most = 20

/** Whether two values of a field, or two forms, say the same: text, or what is made of it. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

const typedIn = <Form extends object>({ before, form }: Draft<Form>) =>
  Object.entries(form).filter(([name, value]) => !isSame(before[name as keyof Form], value))

/** Whether a form says something else than at first. */
export const differs = <Form extends object>(draft: Draft<Form>): boolean => typedIn(draft).length > 0

/** The draft of a thing that now is as `now` says: the fields that were typed into stay, the others follow. */
export function followed<Form extends object>(draft: Draft<Form>, now: Form): Draft<Form> {
  const next = { before: now, form: { ...now, ...Object.fromEntries(typedIn(draft)) } }
  const isOvertaken = typedIn(next).some(([name]) => {
    const field = name as keyof Form
    return draft.isOvertaken || !isSame(draft.before[field], now[field])
  })
  return isOvertaken ? { ...next, isOvertaken } : next
}

/** What was typed into the forms of things and not sent yet, by their ids, as long as the page lasts. */
export function createDrafts<Form extends object>() {
  const kept = new Map<string, Draft<Form>>()
  return {
    of: (id: string) => kept.get(id),
    /** Keeps a draft, unless there is nothing to keep. */
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

/** The form of a thing as it was left: what is typed outlasts a look at another tab, and news about the thing. */
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
    /** To be called once that was sent: what has been typed since stays. */
    sent(sent: Form) {
      const now = drafts.of(id)
      if (now === undefined || isSame(now.form, sent)) startOver()
    },
  }
}

/** The form of settings that may be changed elsewhere too: what is typed stays, as above, and the other fields follow `now`. */
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
    /** To be called with what was saved: only what was typed since stays. */
    saved(form: Form) {
      const { before, form: typed } = held.current
      set(followed({ before: form, form: typed }, before))
    },
  }
}
