/**
 * Inserts facts: `Hello {{name}}` with `{ name: 'Eve' }`. Facts are inserted unchanged, and a placeholder without a
 * fact is a programming error.
 */
export function fillPlaceholders(text: string, params: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(params, name)) throw new Error(`no fact for {{${name}}}`);
    return String(params[name]);
  });
}

/** Names of the facts that a text needs. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
}
