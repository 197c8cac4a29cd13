/** Fields of a form or a query string: text only, a repeated name becomes a list. */
export class FormFields {
  [field: string]: string | string[];

  static parse(text: string): FormFields {
    const fields = new FormFields();
    for (const [name, value] of new URLSearchParams(text)) {
      const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const next = known === undefined ? value : ([] as string[]).concat(known, value);
      // Defined, not assigned: a field named __proto__ is a field like any other, and unknown.
      Object.defineProperty(fields, name, { value: next, enumerable: true, configurable: true, writable: true });
    }
    return fields;
  }
}
