/** Focuses the first faulty field. Returns whether there is one. */
export function focusFirstFault(form: HTMLFormElement | null, [firstError]: readonly { field: string }[]): boolean {
  if (firstError === undefined) return false;
  form?.querySelector<HTMLInputElement>(`[data-field="${firstError.field}"] input`)?.focus();
  return true;
}
