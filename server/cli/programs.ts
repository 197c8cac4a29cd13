/** The programs of `package.json` that run from `server/cli`, each with its arguments and its effect. */
interface Program {
  usage: string;
  about: string;
}

export const PROGRAMS = {
  'admin:create': {
    usage: 'npm run admin:create -- --email <address>',
    about:
      'Creates one of the first two admins. The password is the first line of standard input, else a random one that is printed once.',
  },
  'admin:restore': {
    usage: 'npm run admin:restore -- (--email <address> | --user <number>)',
    about:
      'Break-glass: asks the exchange, with the key that signs the heads, to make a user a full admin again and to unfreeze them. The server takes it up while it runs, or at its next start within an hour.',
  },
  'journal:verify': {
    usage: 'npm run journal:verify',
    about:
      'Verifies the whole journal: positions, hashes, groups and seals. It only reads, also beside a running server.',
  },
  'journal:export': {
    usage: 'npm run -s journal:export -- <file|-> [--from <position>] [--until <position>]',
    about: 'Writes the verified journal, one line a batch, the same bytes from either store.',
  },
  'journal:import': {
    usage: 'npm run journal:import -- <file>',
    about: 'Writes a verified export into an empty journal, with the same hashes, in either store.',
  },
  'journal:archive': {
    usage: 'npm run journal:archive',
    about: 'Compresses closed segments of the embedded journal and moves them to `JOURNAL_ARCHIVE` if set.',
  },
  'projections:rebuild': {
    usage: 'npm run projections:rebuild',
    about: 'Rebuilds the read models from the first event. Stop the server first.',
  },
  audit: {
    usage: 'npm run -s audit -- <verb> [--in <data directory | export>]',
    about: 'Answers questions of auditors from a journal, a copy or an export; the verbs are listed below.',
  },
  'index:verify': {
    usage: 'npm run index:verify -- <export>',
    about: 'Recomputes the prices of the simulated index from the revealed seeds and names the first difference.',
  },
  replay: {
    usage: 'npm run replay -- <file> [--json] [--events] [--strict] [--journal <new directory>]',
    about: 'Runs a recorded order flow through core and journal and reports the result.',
  },
  'secrets:rotate': {
    usage: 'npm run secrets:rotate',
    about: 'Encrypts all stored secrets with the first key of `SECRETS_KEY`. The older key may be removed afterwards.',
  },
  'docs:events': {
    usage: 'npm run -s docs:events > docs/events/v<version>.schema.json',
    about: 'Prints the JSON schema of stored batches.',
  },
  'docs:reference': {
    usage: 'npm run docs:reference',
    about: 'Writes the generated pages of `docs/reference`.',
  },
} as const satisfies Readonly<Record<string, Program>>;

export function usageOf(program: keyof typeof PROGRAMS): string {
  return `usage: ${PROGRAMS[program].usage}`;
}
