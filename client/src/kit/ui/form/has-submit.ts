/**
 * True if the form has an active submit button. The browser submits a form with a single field on Enter even without one, as for a visitor or
 * in a closed market. Such a submit is ignored.
 */
export function hasSubmit(form: HTMLFormElement): boolean {
  return form.querySelector('button[type="submit"]:enabled') !== null;
}
