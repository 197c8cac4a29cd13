/** A ref for what a dialog gives the focus when it opens: the browser looks for the attribute, which React does not write. */
export function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
