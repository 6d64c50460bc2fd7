import { useState } from 'preact/hooks'
import { type Draft, type Drafts, differs } from '../state/drafts.ts'

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
  return {
    before,
    form,
    isChanged: differs(draft),
    change,
    startOver() {
      drafts.forget(id)
      const form = first()
      setDraft({ before: form, form })
    },
  }
}
