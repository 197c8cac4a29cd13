/** Focuses the first faulty field. Returns whether there is one. */
export function focusFirstFault(form: HTMLFormElement | null, [fault]: readonly { field: string }[]): boolean {
  if (fault === undefined) return false;
  form?.querySelector<HTMLInputElement>(`[data-field="${fault.field}"] input`)?.focus();
  return true;
}
