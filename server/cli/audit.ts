/**
 * `npm run audit -- <verb>`: what an auditor asks of a journal, beside a running server and behind everything else, or of a copy or an
 * export of it with nothing running. Exit status 0: it is so; 1: it is not, with the first difference named; 2: called wrong.
 */
import { parseArgs } from 'node:util';
import { giveWayAltogether } from '../journal/give-way';
import { UsageError, type Told } from './audit/input';
import { VERBS } from './audit/verbs';
import { usageOf } from './programs';
import { progressOf } from './progress';

export async function audit(parameters: readonly string[], told: Told): Promise<0 | 1> {
  const { values, positionals } = parsed(parameters);
  const [name = '', ...words] = positionals;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (!verb) throw new UsageError(usage());
  const [least, most] = verb.words;
  const known = Object.keys(values).every((option) => verb.options.includes(option));
  if (words.length < least || words.length > most || !known)
    throw new UsageError(`usage: npm run -s audit -- ${verb.usage}`);
  return verb.run(words, values, told);
}

function parsed(parameters: readonly string[]) {
  const names = new Set(Object.values(VERBS).flatMap(({ options }) => options));
  const options = Object.fromEntries([...names].map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...parameters], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage()}`);
  }
}

function usage(): string {
  const rows = Object.values(VERBS).map(({ usage: form, does }) => `  ${form}\n      ${does}`);
  return [
    usageOf('audit'),
    ...rows,
    'Without --in it reads the journal that the environment configures, as the server does.',
  ].join('\n');
}

async function main(): Promise<void> {
  giveWayAltogether();
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const told: Told = { print: (line) => void process.stdout.write(`${line}\n`), say, progress: progressOf(say) };
  process.exitCode = await audit(process.argv.slice(2), told);
}

if (require.main === module) {
  main().catch((error: Error) => {
    const isUsage = error instanceof UsageError;
    process.stderr.write(isUsage ? `${error.message}\n` : `audit: ${error.message}\n`);
    process.exitCode = isUsage ? 2 : 1;
  });
}
