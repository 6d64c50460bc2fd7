/** Saves files through the browser. */

/** Saves the content of an address of the sandbox. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Saves bytes that the page created. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  saveFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
