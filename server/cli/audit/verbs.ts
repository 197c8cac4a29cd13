/**
 * The verbs of `npm run audit`. Each is thin: the work is in functions of `server/audit` and `shared/proof`, which
 * screens use as well.
 */
import { readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { decimalOf } from '../../../shared/rules/units';
import { TRAIL_SUBJECTS, type TrailSubject } from '../../../shared/proof/audit-trail';
import { assetOf, trialBalance } from '../../../shared/proof/sums';
import { STATE_FORM } from '../../core/snapshot/canonical-state';
import { compareModels, withReadModels } from '../../audit/read-model-diff';
import { compareHeads, signedPositions } from '../../audit/signed-heads';
import { compareLiabilities } from '../../audit/liabilities';
import { openUnchanged } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import { Secrets } from '../../platform/secrets/secrets';
import { auditTrailOf } from '../../audit/audit-trail';
import { replayJournal } from '../../audit/replay';
import { compareSnapshots } from '../../audit/snapshots';
import type { AuditedJournal } from '../../audit/source';
import { compareStaffLog } from '../../audit/staff-log';
import { isUnderAccount, statementOf, sumsAt, type StatementLine } from '../../audit/sums';
import { CORE_NAME, snapshotDirectoryOf } from '../../compose';
import { headsDirectory } from '../../signed-heads/head-files';
import { rotateKey } from '../../signed-heads/keys';
import { CERTIFICATE_CHECKS } from '../../products/all';
import { loadConfig, type Config } from '../../platform/config/config';
import { exportAudited } from '../journal-export';
import { BUNDLE, VERIFY_BUNDLE } from './bundle';
import {
  amountOf,
  dataDirOf,
  idOf,
  timeOf,
  UsageError,
  untilOf,
  withJournal,
  withJournalSinglePass,
  type CliOutput,
  type AuditCommand,
} from './input';

const life = (subject: TrailSubject): AuditCommand => ({
  usage: `${subject} <number>`,
  does: `everything that became of one ${subject === 'contract' ? 'second contract' : subject}, and who caused it`,
  argumentCount: [1, 1],
  options: ['in'],
  run: ([id], values, output) =>
    withJournal(values, output, async (journal) => {
      let count = 0;
      const onProgress = (position: number): void => output.progress(() => `${position + 1} events read`);
      for await (const { eventPosition, at, actor, command, event } of auditTrailOf(
        journal,
        subject,
        idOf(id),
        onProgress,
      )) {
        count++;
        const { type, ...details } = event;
        output.print(
          `${String(eventPosition).padStart(10)}  ${timeOf(at)}  ${actor}  ${command}: ${String(type)} ${JSON.stringify(details)}`,
        );
      }
      if (count === 0) throw new Error(`the journal knows no ${subject} ${id}`);
    }),
});

export const AUDIT_COMMANDS: Readonly<Record<string, AuditCommand>> = {
  verify: {
    usage: 'verify',
    does: 'chain, groups, seals and snapshots, from the first byte to the last',
    argumentCount: [0, 0],
    options: ['in'],
    run: (_, values, output) => {
      const dataDir = dataDirOf(values);
      const requestedPositions = dataDir === null ? undefined : signedPositions(headsDirectory(dataDir));
      const printResult = async (journal: AuditedJournal): Promise<void> => {
        const { head, seals, rest, opening } = journal;
        output.print(
          `chain      from position ${opening.position + 1} to ${head.position}, head ${head.hash}, ${seals} seals`,
        );
        if (rest > 0)
          output.print(`behind it  ${rest} bytes that are no whole group: on their way, or left by a crash`);
        if (dataDir !== null) {
          await printHeads(dataDir, journal, output);
          const { validCount, incompatibleNames } = await compareSnapshots(snapshotDirectoryOf({ dataDir }), journal);
          output.print(
            `snapshots  ${validCount}${incompatibleNames.length > 0 ? `, of another program: ${incompatibleNames.join(', ')}` : ''}`,
          );
        }
      };
      return withJournal(values, output, printResult, requestedPositions);
    },
  },
  liabilities: {
    usage: 'liabilities [--at <position>]',
    does: 'makes the newest proof of liabilities again from the journal, and compares its roots with what was signed',
    argumentCount: [0, 0],
    options: ['in', 'at'],
    run: (_, values, output) =>
      withJournal(values, output, async (journal) => {
        const dataDir = dataDirOf(values);
        if (dataDir === null)
          throw new UsageError('the salts of the leaves are in a data directory: an export has none');
        const at = untilOf(values['at']);
        if (at && !('position' in at)) throw new UsageError('--at takes the position of a proof');
        const secrets = await secretsOf({ ...loadConfig({ ...process.env, DEMO: 'off' }), dataDir });
        const { position, assets } = await compareLiabilities(
          { dataDir, mac: (text, context) => secrets.mac(text, context), core: CORE_NAME },
          journal,
          at?.position,
        );
        for (const { asset, scale, users, sum, root, house, custody } of assets) {
          const [usersTotal, houseTotal, custodyTotal] = [sum, house, custody].map((units) =>
            decimalOf(BigInt(units), scale),
          );
          output.print(
            `${asset}: ${users} users have ${usersTotal}, house ${houseTotal}, custody ${custodyTotal}, root ${root}`,
          );
        }
        output.print(`what was signed at position ${position} is what the journal gives`);
      }),
  },
  'rotate-key': {
    usage: 'rotate-key',
    does: 'sets the key that signs aside; the next start makes another one and hands over to it',
    argumentCount: [0, 0],
    options: [],
    run: async (_, __, output) => {
      const { dataDir, signingKey } = loadConfig({ ...process.env, DEMO: 'off' });
      if (signingKey !== undefined)
        throw new UsageError('the key is SIGNING_KEY: change it there, and give the former as SIGNING_KEY_BEFORE once');
      rotateKey(dataDir);
      output.print('the next start makes a key, and the former one signs that it has handed over');
      return 0;
    },
  },
  replay: {
    usage: 'replay [--at <position|time>]',
    does: 'folds every event through the core, and tells the state hash there',
    argumentCount: [0, 0],
    options: ['in', 'at'],
    run: (_, values, output) =>
      withJournalSinglePass(values, output, async (journal) => {
        const onProgress = (position: number): void => output.progress(() => `${position + 1} events folded`);
        const { position, events, stateHash } = await replayJournal(journal, untilOf(values['at']), onProgress);
        await journal.verified;
        output.print(`position ${position}, ${events} events, state ${stateHash} of form ${STATE_FORM}`);
      }),
  },
  balance: {
    usage: 'balance <account> [--at <position|time>] [--from <position|time>]',
    does: 'of an account or all below it (10000003, 10000003/spot, house/fees); with --from its statement',
    argumentCount: [1, 1],
    options: ['in', 'at', 'from'],
    run: ([account], values, output) =>
      withJournal(values, output, async (journal) => {
        const onProgress = (position: number): void => output.progress(() => `${position + 1} events added up`);
        const until = untilOf(values['at']);
        if (values['from'] === undefined) {
          const { sums, position } = await sumsAt(journal, until, onProgress);
          const found = [...sums.balances].filter(([name]) => isUnderAccount(name, account)).sort(byName);
          if (found.length === 0) throw new Error(`no entry up to position ${position} names ${account}`);
          for (const [name, balance] of found)
            output.print(`${amountOf(balance, name, sums.scales).padStart(30)}  ${name}`);
          return;
        }
        const lines: StatementLine[] = [];
        const visitor = { open: () => undefined, line: (line: StatementLine) => void lines.push(line) };
        const statement = await statementOf(journal, account, untilOf(values['from']), until, visitor, onProgress);
        const { scales } = statement;
        for (const [name, units] of [...statement.opening].sort(byName))
          output.print(`opening  ${amountOf(units, name, scales).padStart(30)}  ${name}`);
        for (const { position, at, kind, account: name, counterAccount, change, balance } of lines)
          output.print(
            `${String(position).padStart(10)}  ${timeOf(at)}  ${amountOf(change, name, scales).padStart(24)}  ${amountOf(balance, name, scales).padStart(24)}  ${name}  ${kind}  ${counterAccount}`,
          );
        for (const [name, units] of [...statement.closing].sort(byName))
          output.print(`closing  ${amountOf(units, name, scales).padStart(30)}  ${name}`);
      }),
  },
  'trial-balance': {
    usage: 'trial-balance [--at <position|time>]',
    does: 'users, house and custody of every asset, which come to nothing together',
    argumentCount: [0, 0],
    options: ['in', 'at'],
    run: (_, values, output) =>
      withJournal(values, output, async (journal) => {
        const onProgress = (position: number): void => output.progress(() => `${position + 1} events added up`);
        const { sums, position } = await sumsAt(journal, untilOf(values['at']), onProgress);
        output.print(`at position ${position}, ${timeOf(sums.at)}`);
        let imbalance: string | null = null;
        for (const { asset, users, house, houseTotal, custody, total } of trialBalance(sums)) {
          const formatUnits = (units: bigint): string => amountOf(units, `//${asset}`, sums.scales).padStart(30);
          output.print(`${asset}`);
          output.print(`${formatUnits(users)}  users`);
          for (const [name, balance] of house) output.print(`${formatUnits(balance)}  ${name}`);
          output.print(`${formatUnits(houseTotal)}  house`);
          output.print(`${formatUnits(custody)}  custody`);
          output.print(`${formatUnits(total)}  users + house + custody`);
          if (total !== 0n) imbalance ??= `${asset} comes to ${total} units`;
        }
        if (imbalance !== null) throw new Error(imbalance);
      }),
  },
  ...Object.fromEntries(TRAIL_SUBJECTS.map((subject) => [subject, life(subject)])),
  diff: {
    usage: 'diff',
    does: 'the journal against the read models, row by row',
    argumentCount: [0, 0],
    options: [],
    run: (_, values, output) =>
      withReadModels(loadConfig({ ...process.env, DEMO: 'off' }), (models) =>
        withJournal(values, output, async (journal) => {
          for (const { name, position, rows, lagEvents } of await compareModels(models, journal, output.log)) {
            output.print(
              `${name}: ${rows} rows are what the journal says at position ${position}, ${lagEvents} events behind its end`,
            );
          }
        }),
      ),
  },
  export: {
    usage: 'export <file|-> [--from <position>]',
    does: 'writes the journal as lines, the same from either store',
    argumentCount: [1, 1],
    options: ['in', 'from'],
    run: ([target], values, output) =>
      withJournal(values, output, async (journal) => {
        const from = untilOf(values['from'] ?? '0');
        if (!from || !('position' in from)) throw new UsageError('--from takes a position');
        await exportAudited(journal, CORE_NAME, target, from.position, output.log);
      }),
  },
  bundle: BUNDLE,
  'verify-bundle': VERIFY_BUNDLE,
  certificate: {
    usage: 'certificate <file>',
    does: 'checks a settlement certificate by what it holds alone',
    argumentCount: [1, 1],
    options: [],
    run: async ([file], _, output) => {
      const certificate = parsed(textOf(file));
      const sha256 = (text: string): string => hash('sha256', text, 'hex');
      const verdicts = await Promise.all(CERTIFICATE_CHECKS.map((check) => check(certificate, sha256)));
      const { isProved, lines } = verdicts.find((verdict) => verdict.isProved) ?? verdicts[0];
      for (const line of lines) output.print(line);
      return isProved ? 0 : 1;
    },
  },
};

async function printHeads(dataDir: string, journal: AuditedJournal, output: CliOutput): Promise<void> {
  const directory = headsDirectory(dataDir);
  const { lines, key, position, cuts, staffLog } = await compareHeads(directory, CORE_NAME, journal);
  if (lines === 0) return;
  output.print(`heads      ${lines} lines up to position ${position}, signed by ${key ?? 'nobody'}`);
  for (const { number, position: place } of cuts) {
    output.print(
      `           line ${number}: the operator says that the journal was cut, and ends at position ${place}`,
    );
  }
  const { links, linked } = await compareStaffLog(directory, { dataDir, ...databaseOf() }, staffLog);
  output.print(`staff log  ${links} links${linked ? ', its rows are what was linked' : ''}`);
}

function databaseOf(): { databaseUrl?: string | undefined } {
  return { databaseUrl: loadConfig({ ...process.env, DEMO: 'off' }).databaseUrl };
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return assetOf(one) === assetOf(other) ? (one < other ? -1 : 1) : assetOf(one) < assetOf(other) ? -1 : 1;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The salts were made with the mac key stored in the database. */
async function secretsOf(config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretsKeys'>): Promise<Secrets> {
  const secrets = new Secrets(config);
  const database = openUnchanged<ExchangeTables>(config, 'exchange');
  if (!database) return secrets;
  try {
    await secrets.readMacKey(database);
  } finally {
    await database.close();
  }
  return secrets;
}
