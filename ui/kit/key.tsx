/** The key that does the same as the button it stands in. */
export const Key = ({ name }: { name: string }) => (
  <span class="key" aria-hidden="true">
    {name}
  </span>
)
