/** Ref for the element that a dialog focuses on opening. It sets `autofocus`, which React does not write to the DOM. */
export function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
