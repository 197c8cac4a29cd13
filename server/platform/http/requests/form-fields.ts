/** Fields of a form or a query string: text only, a repeated name becomes a list. */
export class FormFields {
  [field: string]: string | string[];

  /** Null when there are more than `fieldsMax`, repetitions counted. */
  static parse(text: string, fieldsMax: number): FormFields | null {
    // Anybody may send this, before any guard or rate: counted by what parts them, before anything is made of them.
    if (text.split('&', fieldsMax + 1).length > fieldsMax) return null;
    const fields = new FormFields();
    for (const [name, value] of new URLSearchParams(text)) {
      const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (Array.isArray(known)) {
        known.push(value);
        continue;
      }
      const next = known === undefined ? value : [known, value];
      // Defined, not assigned: a field named __proto__ is a field like any other, and unknown.
      Object.defineProperty(fields, name, { value: next, enumerable: true, configurable: true, writable: true });
    }
    return fields;
  }
}
