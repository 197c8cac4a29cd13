/**
 * `npm run audit -- <verb>`: an auditor's questions about a journal, at low priority beside a running server, or about
 * a copy or an export without a server. Exit status 0: confirmed; 1: not confirmed, with the first difference named; 2:
 * usage error.
 */
import { parseArgs } from 'node:util';
import { lowerPriorityToMinimum } from '../journal/thread-priority';
import { UsageError, type CliOutput } from './audit/input';
import { AUDIT_COMMANDS } from './audit/verbs';
import { usageOf } from './programs';
import { progressOf } from './progress';

export async function audit(parameters: readonly string[], output: CliOutput): Promise<0 | 1> {
  const { values, positionals } = parsed(parameters);
  const [name = '', ...verbArguments] = positionals;
  const verb = Object.hasOwn(AUDIT_COMMANDS, name) ? AUDIT_COMMANDS[name] : undefined;
  if (!verb) throw new UsageError(usage());
  const [argumentsMin, argumentsMax] = verb.argumentCount;
  const hasKnownOptions = Object.keys(values).every((option) => verb.options.includes(option));
  if (verbArguments.length < argumentsMin || verbArguments.length > argumentsMax || !hasKnownOptions)
    throw new UsageError(`usage: npm run -s audit -- ${verb.usage}`);
  return verb.run(verbArguments, values, output);
}

function parsed(parameters: readonly string[]) {
  const names = new Set(Object.values(AUDIT_COMMANDS).flatMap(({ options }) => options));
  const options = Object.fromEntries([...names].map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...parameters], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage()}`);
  }
}

function usage(): string {
  const rows = Object.values(AUDIT_COMMANDS).map(({ usage: form, does }) => `  ${form}\n      ${does}`);
  return [
    usageOf('audit'),
    ...rows,
    'Without --in it reads the journal that the environment configures, as the server does.',
  ].join('\n');
}

async function main(): Promise<void> {
  lowerPriorityToMinimum();
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const cliOutput: CliOutput = {
    print: (line) => void process.stdout.write(`${line}\n`),
    log,
    progress: progressOf(log),
  };
  process.exitCode = await audit(process.argv.slice(2), cliOutput);
}

if (require.main === module) {
  main().catch((error: Error) => {
    const isUsage = error instanceof UsageError;
    process.stderr.write(isUsage ? `${error.message}\n` : `audit: ${error.message}\n`);
    process.exitCode = isUsage ? 2 : 1;
  });
}
