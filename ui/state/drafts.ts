/** What was typed into a form, and what it held at first. */
export interface Draft<Form> {
  before: Form
  form: Form
}

/** So many are kept; the oldest goes first. */
const most = 20

/** Whether a form says something else than at first. */
export const differs = <Form extends object>({ before, form }: Draft<Form>): boolean =>
  Object.entries(form).some(([name, value]) => before[name as keyof Form] !== value)

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
