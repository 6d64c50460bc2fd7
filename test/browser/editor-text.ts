import type { Locator, Page } from 'playwright-core'

/** The editor of a label, once it has taken the place of the plain field. */
export const editorOf = (scope: Page | Locator, label: string): Locator =>
  scope.locator('.code').getByRole('textbox', { name: label, exact: true })

/** Writes a text in the place of all there is. Lines that are not drawn yet are no part of what `fill` selects. */
export async function writeAll(editor: Locator, text: string): Promise<void> {
  await editor.press('ControlOrMeta+a')
  await editor.page().keyboard.insertText(text)
}

/** What an editor shows of its text. */
export const editorText = (editor: Locator): Promise<string> =>
  editor.evaluate((one) =>
    [...one.querySelectorAll('.cm-line')].map(({ textContent }) => textContent ?? '').join('\n'),
  )

/** What is selected in it. */
export const selectedIn = (editor: Locator): Promise<string> =>
  editor.evaluate(
    (one) => `${(one.getRootNode() as unknown as { getSelection(): Selection }).getSelection()}`,
  )

/** Whether what is typed goes into it. */
export const hasFocus = (editor: Locator): Promise<boolean> =>
  editor.evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement === one)
