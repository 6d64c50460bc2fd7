interface Props {
  /** What it says while a part is folded. */
  unfold: string
  isWhole: boolean
  setWhole(isWhole: boolean): void
}

/** Unfolds what has no room on a narrow page, and is not there on a wide one. */
export const FoldButton = ({ unfold, isWhole, setWhole }: Props) => (
  <button type="button" class="small on-narrow" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
    {isWhole ? 'Less' : unfold}
  </button>
)
