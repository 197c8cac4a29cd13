/**
 * A mutant changes one line of the core into another rule. The suites that it names have to fail with it, so an example
 * pins each rule. Fragments are searched in the whole core and the shared rules, so that they are found after code
 * moves to another file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const SCENARIOS = 'test/scenarios';

export interface Mutant {
  name: string;
  /** The broken rule, in words. */
  rule: string;
  /** Part of one line, found exactly once, and its replacement. */
  find: string;
  put: string;
  /** Names of suites in `test/scenarios`, or paths of others; without `.spec.ts`. */
  suites: readonly string[];
}

/** Folders and files that contain the fragments. */
const MUTATED = [
  /^server\/(core\/|products\/core[.]ts|products\/[^/]+\/core\/)/,
  /^shared\/(rules|products\/[^/]+\/rules)\//,
];

/** Texts of all non-test sources, by path from `root`. */
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

/** Sources that contain the fragment, once per occurrence. */
export function placesOf(sources: ReadonlyMap<string, string>, { find }: Pick<Mutant, 'find'>): string[] {
  return [...sources].flatMap(([path, text]) => Array.from(text.split(find).slice(1), () => path));
}

/** Paths of a suite from `root`: one file, or all suites in a folder of scenarios. */
export function suiteFiles(root: string, suite: string): string[] {
  if (suite.includes('/')) return [`${suite}.spec.ts`];
  const names = readdirSync(join(root, SCENARIOS), { recursive: true, encoding: 'utf8' });
  const own = names.filter((name) => basename(name) === `${suite}.spec.ts`);
  const inFolder = names.filter((name) => name.startsWith(`${suite}/`) && name.endsWith('.spec.ts'));
  return (own.length > 0 ? own : inFolder).map((name) => `${SCENARIOS}/${name}`);
}
