/** Text in which a size, such as `2.3 ms`, is not broken between its number and its unit, nor a date with its time at a hyphen. */
export function Measured({ text }: { text: string }) {
  return (
    <>
      {text.split(measure).map((part, index) =>
        index % 2 === 0 ? (
          // An empty text is written anew by every drawing.
          part || null
        ) : (
          <span key={index} class="measured">
            {part}
          </span>
        ),
      )}
    </>
  )
}
const measure = /(\b(?:\d{4}-\d\d-\d\d(?: [\d:.]+ UTC)?|[\d.]+ (?:ms|s|min|h|d|y|bytes?|KiB|MiB))\b)/
