/** Shown beside the list while no record is open. Loads after the first rows. */
export const NothingOpen = () => (
  <div class="empty">
    <p class="quiet">Select a row to see the request, the response and the cause.</p>
    <p class="quiet keys">
      <kbd>j</kbd> <kbd>k</kbd> move · <kbd>Enter</kbd> open · <kbd>Esc</kbd> close · <kbd>/</kbd> search ·{' '}
      <kbd>r</kbd> send again · <kbd>e</kbd> edit · <kbd>x</kbd> fault · <kbd>Ctrl K</kbd> anything ·{' '}
      <kbd>?</kbd> all keys
    </p>
  </div>
)
