import { bytesOf } from './hex.ts'
import { saveBlob } from './save-file.ts'

interface Props {
  /** Of the file; only its last part is used. */
  name: string
  text: string | null
  base64: string | null
}

const fileName = (name: string) => name.split(/[/\\]/).at(-1)?.slice(-100) || 'part'

/** A button that saves bytes as a file; as bytes of no kind, so that no browser shows them as a page. */
export function Download({ name, text, base64 }: Props) {
  const save = () => {
    const bytes = new Uint8Array(bytesOf({ text, base64 }))
    saveBlob(new Blob([bytes], { type: 'application/octet-stream' }), fileName(name))
  }
  return (
    <button type="button" class="small" aria-label={`Download ${name}`} onClick={save}>
      Download
    </button>
  )
}
