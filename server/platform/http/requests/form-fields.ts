/** Fields of a form or a query string: text only, a repeated name becomes a list. */
export class FormFields {
  [field: string]: string | string[];

  /** Null if there are more than `fieldsMax` fields, repetitions included. */
  static parse(text: string, fieldsMax: number): FormFields | null {
    // This runs before guards and rates, so the separators are counted before anything is allocated.
    if (text.split('&', fieldsMax + 1).length > fieldsMax) return null;
    const fields = new FormFields();
    for (const [name, value] of new URLSearchParams(text)) {
      const existing = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (Array.isArray(existing)) {
        existing.push(value);
        continue;
      }
      const next = existing === undefined ? value : [existing, value];
      // Defined and not assigned, so a field named `__proto__` is an ordinary, unknown field.
      Object.defineProperty(fields, name, { value: next, enumerable: true, configurable: true, writable: true });
    }
    return fields;
  }
}
