/** Evidence bundles on the command line: made from a journal, and checked by their contents alone. */
import { existsSync } from 'node:fs';
import type { BundleProof } from '../../../shared/proof/bundle';
import { CASES, type BundleSubject } from '../../../shared/proof/bundle-form';
import { BundleError, type BundleFault } from '../../../shared/proof/bundle-fault';
import type { BundleParts } from '../../audit/bundle';
import { writeBundle } from '../../audit/bundle-file';
import { verifierProgramsDirectory } from '../../audit/verifier-programs';
import { subjectOf } from '../../audit/bundle-page';
import { checkBundle } from '../../audit/check-bundle';
import { CORE_NAME } from '../../compose';
import { STATE_FORM } from '../../core/snapshot/canonical-state';
import { headsDirectory, linesIn } from '../../signed-heads/head-files';
import { dataDirOf, idOf, UsageError, untilOf, withJournal, type AuditCommand } from './input';

export const BUNDLE: AuditCommand = {
  usage: 'bundle <file.zip> [<case> <number>] [--from <position|time>] [--at <position|time>]',
  does: `evidence of a period, or of one ${CASES.join(', ')}: batches, signed heads, statements, programs that check it, and a page`,
  argumentCount: [1, 3],
  options: ['in', 'from', 'at'],
  run: ([file, kind, id], values, output) => {
    const about = aboutOf(kind, id);
    if (existsSync(file)) throw new UsageError(`${file} exists`);
    return withJournal(values, output, async (journal) => {
      const dataDir = dataDirOf(values);
      const dependencies: BundleParts = {
        core: CORE_NAME,
        headLines: () => (dataDir === null ? [] : linesIn(headsDirectory(dataDir))),
        programs: verifierProgramsDirectory(),
        at: Date.now(),
      };
      const request = { about, from: untilOf(values['from']), until: untilOf(values['at']) };
      const onProgress = (position: number): void =>
        output.progress(() => `${position + 1} of ${journal.head.position + 1} events read`);
      const { batches, from, until } = await writeBundle(file, journal, dependencies, request, onProgress);
      output.print(`${file}: ${batches} batches about ${subjectOf(about)}, positions ${from} to ${until}`);
    });
  },
};

function aboutOf(kind: string | undefined, id: string | undefined): BundleSubject {
  if (kind === undefined) return { is: 'period' };
  const is = CASES.find((one) => one === kind);
  if (is === undefined) throw new UsageError(`${kind} is none of ${CASES.join(', ')}`);
  return { is, id: idOf(id) };
}

const FAULTS: Readonly<Record<BundleFault, string>> = {
  zip: 'is not written as it must be',
  form: 'is not of this form',
  file: 'is not what was packed',
  line: 'is not a line of a journal',
  hash: 'the hash does not fit the batch at this position',
  order: 'the batch at this position is out of order, or not linked',
  heads: 'this line of the signed heads does not follow, or is not signed',
  contradicted: 'this line of the signed heads names another batch',
  key: 'another key has signed it',
  sums: 'an entry at this position cannot be',
  statement: 'is not what the batches give',
  balances: 'does not foot',
  state: 'the replay comes to another state at this position',
};

export const VERIFY_BUNDLE: AuditCommand = {
  usage: 'verify-bundle <file.zip> [<public key in hex>]',
  does: 'checks an evidence bundle by what it holds alone, and replays it where it begins with the first event',
  argumentCount: [1, 2],
  options: [],
  run: async ([file, key], _, output) => {
    if (!existsSync(file)) throw new UsageError(`${file}: there is nothing`);
    try {
      const onProgress = (completed: number, total: number): void =>
        output.progress(() => `${Math.floor((100 * completed) / total)} % checked`);
      for (const line of linesOf(await checkBundle(file, onProgress, key))) output.print(line);
      return 0;
    } catch (error) {
      if (!(error instanceof BundleError)) throw error;
      output.print(`REFUSED: ${FAULTS[error.fault]} (${error.where})`);
      return 1;
    }
  },
};

function linesOf({ manifest, events, signed, unsigned, stateHash, otherForm }: BundleProof): string[] {
  const { about, from, until, batches } = manifest;
  return [
    `PROVED: ${events} events in ${batches} batches about ${subjectOf(about)}, positions ${from} to ${until}`,
    ...(stateHash === null ? [] : [`replayed to the state ${stateHash} of form ${STATE_FORM}`]),
    ...(otherForm === null
      ? []
      : [
          `its state is of form ${otherForm} and this program's of form ${STATE_FORM}: the two are not compared, all else is`,
        ]),
    signed
      ? `signed by ${signed.key} up to position ${signed.position ?? 'none'}, lines ${signed.from} to ${signed.until}`
      : 'nothing in it is signed',
    ...unsigned.map(({ last, hash }) => `not signed: position ${last}, ${hash}: compare it with the journal`),
  ];
}
