/** What an exchange gives to others of a journal: the journal itself, signed heads, evidence, a proof of balances, certificates. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleInto } from '../../server/audit/bundle-file';
import { programsDirectory } from '../../server/audit/programs';
import { openExport } from '../../server/audit/source';
import { sumsAt } from '../../server/audit/sums';
import { encodeBody } from '../../server/products/core';
import type { Batch } from '../../server/core/event';
import { sha256, signingKeyOf } from '../../server/heads/ed25519';
import { exportLine, genesis, seal } from '../../server/journal/seal';
import { makeLiabilities, saltText } from '../../server/liabilities/make';
import { lineOf, textToSign, type SignedLine, type Stated } from '../../shared/proof/heads';
import { LIABILITIES_FORM, pathOf, type BalanceProof } from '../../shared/proof/liabilities';
import { certificates } from './certificates';
import { changedAllOver, changedFields, changedLines } from './changed-bytes';
import { ALICE } from './core-fixture';
import type { Run } from './published-programs';

export const CORE = 'exchange';
const KEY = signingKeyOf(Buffer.alloc(32, 5));
const mac = (text: string): string => createHash('sha256').update(`secret ${text}`).digest('hex');

/** Files. */
export interface GivenAway {
  /** In order. */
  journal: string[];
  heads: string[];
  bundle: string;
  proofs: string[];
  certificates: string[];
}

/** By the programs that we publish, the journal first. */
export function checksOf({ journal, heads, bundle, proofs, certificates }: GivenAway): Run[] {
  return [
    ['verify-journal.py', CORE, ...journal],
    ['verify-liabilities.py', 'heads', CORE, ...heads],
    ['verify-bundle.py', bundle],
    ...proofs.map((file): Run => ['verify-liabilities.py', file]),
    ...certificates.map((file): Run => ['verify-certificate.py', file]),
  ];
}

/** The same, each of something with one byte changed. */
export function checksOfChanged({ journal, heads, bundle, proofs, certificates }: GivenAway, folder: string): Run[] {
  const [lines, signed] = [journal, heads].map((files) => files[files.length - 1]);
  return [
    ...changedFields(folder, lines).map((file): Run => ['verify-journal.py', CORE, ...journal.slice(0, -1), file]),
    ...changedAllOver(folder, signed, 4).map((file): Run => {
      return ['verify-liabilities.py', 'heads', CORE, ...heads.slice(0, -1), file];
    }),
    ...changedAllOver(folder, bundle, 5).map((file): Run => ['verify-bundle.py', file]),
    ...changedAllOver(folder, proofs[0], 8).map((file): Run => ['verify-liabilities.py', file]),
    ...certificates
      .slice(0, 3)
      .flatMap((file) => changedLines(folder, file))
      .map((file): Run => ['verify-certificate.py', file]),
  ];
}

/** The batches as lines of an export, whatever is in them: who writes a journal can seal anything. */
export function sealedLines(bodies: readonly string[]): string[] {
  let hash = genesis(CORE);
  return bodies.map((body) => {
    const sealed = seal(hash, body);
    hash = sealed.hash;
    return exportLine(sealed.hash, sealed.bytes);
  });
}

export function writeLines(file: string, lines: readonly string[]): string {
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

export function writeEach(folder: string, name: string, contents: readonly unknown[]): string[] {
  return contents.map((content, place) => {
    const file = path.join(folder, `${name}-${place}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  });
}

/** @param exchange with ALICE among its members */
export async function giveAway(folder: string, exchange: { batches: readonly Batch[] }): Promise<GivenAway> {
  const file = (name: string): string => path.join(folder, name);
  const journal = writeLines(file('journal.jsonl'), sealedLines(exchange.batches.map(encodeBody)));
  const audited = await openExport(journal, CORE);
  const { position, hash } = audited.head;
  const { sums } = await sumsAt(audited, null);
  const scaleOf = (asset: string): number => sums.scales.get(asset) ?? 0;
  const { assets, trees } = await makeLiabilities(sums.balances, scaleOf, { core: CORE, position }, mac);

  const heads: string[] = [];
  const sign = (said: Stated): string => {
    const before = sha256(heads.at(-1) ?? CORE) as string;
    const facts = { v: 1, core: CORE, number: heads.length + 1, at: heads.length, said, before } as const;
    const text = textToSign({ ...facts, key: KEY.publicKey } satisfies SignedLine);
    heads.push(lineOf(text, KEY.sign(text)));
    return heads[heads.length - 1];
  };
  sign({ is: 'begin' });
  const signed = sign({ is: 'liabilities', position, hash, form: LIABILITIES_FORM, assets });
  sign({ is: 'head', position, hash, staffLog: { links: 0, hash: '0'.repeat(64) } });

  const own = trees.map(({ asset, leaves, levels }) => ({
    asset,
    parts: [...leaves.entries()]
      .filter(([, { user }]) => user === ALICE)
      .map(([place, leaf]) => ({
        ...{ sum: `${levels[0][place].sum}`, salt: mac(saltText(leaf, asset, position)), path: pathOf(levels, place) },
      })),
  }));
  const owned = own.filter(({ parts }) => parts.length > 0);
  const proof: BalanceProof = { form: 'balances/2', core: CORE, user: ALICE, signed, assets: owned };
  writeFileSync(file('proof.json'), JSON.stringify(proof));

  const parts = { core: CORE, headLines: () => heads, programs: programsDirectory(), at: 1 };
  const whole = { about: { is: 'period' }, from: null, until: null } as const;
  await bundleInto(file('bundle.zip'), audited, parts, whole, () => undefined);
  return {
    journal: [journal],
    heads: [writeLines(file('heads.jsonl'), heads)],
    bundle: file('bundle.zip'),
    proofs: [file('proof.json')],
    certificates: writeEach(
      folder,
      'certificate',
      await certificates({ exchange: { batches: [...exchange.batches] } }),
    ),
  };
}
