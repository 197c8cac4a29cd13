/**
 * Whether a form has a button that sends it now. The browser sends a form with one field at Enter even where there is none,
 * as for a visitor, or in a market that is closed: then nothing was pressed.
 */
export function hasSubmit(form: HTMLFormElement): boolean {
  return form.querySelector('button[type="submit"]:enabled') !== null;
}
