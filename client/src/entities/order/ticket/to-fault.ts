/** Leads to the first field at fault; says whether there is one. */
export function ledToFault(form: HTMLFormElement | null, [fault]: readonly { field: string }[]): boolean {
  if (fault === undefined) return false;
  form?.querySelector<HTMLInputElement>(`[data-field="${fault.field}"] input`)?.focus();
  return true;
}
