/**
 * A mutant is one line of the core that says another rule than ours. The suites that it names have to fail with it: each rule of
 * the list is pinned by an example. A fragment is looked for in all of the core and of the shared rules, so that it stays found
 * where code moves to another file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const SCENARIOS = 'test/scenarios';

export interface Mutant {
  name: string;
  /** The rule that it breaks, in words. */
  rule: string;
  /** A part of one line, found exactly once, and what stands there instead. */
  find: string;
  put: string;
  /** Of `test/scenarios` by their names alone, others by their paths; without `.spec.ts`. */
  suites: readonly string[];
}

/** Where fragments are looked for. */
const MUTATED = [
  /^server\/(core\/|products\/core[.]ts|products\/[^/]+\/core\/)/,
  /^shared\/(rules|products\/[^/]+\/rules)\//,
];

/** Texts of all sources but tests, by path from `root`. */
export function sourcesIn(root: string): Map<string, string> {
  const sources = new Map<string, string>();
  for (const folder of ['server', 'shared']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${name}`;
      if (!name.endsWith('.ts') || name.endsWith('.spec.ts') || !MUTATED.some((part) => part.test(path))) continue;
      sources.set(path, readFileSync(join(root, path), 'utf8'));
    }
  }
  return sources;
}

/** The sources that have it, each as often as it has it. */
export function placesOf(sources: ReadonlyMap<string, string>, { find }: Pick<Mutant, 'find'>): string[] {
  return [...sources].flatMap(([path, text]) => Array.from(text.split(find).slice(1), () => path));
}

/** Path of the suite from `root`. */
export function suiteFile(root: string, suite: string): string {
  if (suite.includes('/')) return `${suite}.spec.ts`;
  const name = readdirSync(join(root, SCENARIOS), { recursive: true, encoding: 'utf8' }).find(
    (file) => basename(file) === `${suite}.spec.ts`,
  );
  return `${SCENARIOS}/${name ?? `${suite}.spec.ts`}`;
}
