/** `Hello {{name}}` with `{ name: 'Eve' }`: facts are put in as they are, and a gap without a fact is a mistake of ours. */
export function fill(text: string, facts: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(facts, name)) throw new Error(`no fact for {{${name}}}`);
    return String(facts[name]);
  });
}

/** The names of the facts that a text asks for. */
export function gapsOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
}
