import { useRef, useState } from 'preact/hooks'
import { type Draft, type Drafts, differs, followed, isSame } from './drafts.ts'

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
