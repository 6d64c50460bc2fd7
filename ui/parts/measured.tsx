/** Text in which a time or a size, such as `2.3 ms`, is not broken between its number and its unit. */
export function Measured({ text }: { text: string }) {
  return (
    <>
      {text.split(measure).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} class="measured">
            {part}
          </span>
        ),
      )}
    </>
  )
}
const measure = /(\b[\d.]+ (?:ms|s|min|h|d|y|bytes?|KiB|MiB)\b)/
