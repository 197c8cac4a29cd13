/**
 * Checks an evidence bundle by its own content: each byte of the ZIP, each batch by its hash and its link, each signed
 * head by its signature and the batch that it names, and each statement by deriving it again. Hashes, signatures and
 * the replay are parameters, so that the command line, a browser and tests share this code.
 */
import {
  BALANCES,
  BUNDLE_FORM,
  BUNDLE_FORMS,
  CASES,
  CaseStatement,
  isOfCase,
  MANIFEST,
  openingIn,
  partName,
  statementParts,
  type BundledFile,
  type Manifest,
  type BatchRun,
  type ShownBatch,
} from './bundle-form';
import { BundleError, type BundleFault } from './bundle-fault';
import { HeadsError, readLine, verifyNextLine, type VerifiedHeads, type VerifySignature } from './signed-heads';
import { assetOf, LedgerSums, SumsError } from './sums';
import { crc32, packedBytes, readZip, unpacked, ZipError, type Bytes, type ZipEntry } from './zip';

export interface BundleTools {
  /** In hex. */
  sha256: (bytes: Uint8Array<ArrayBuffer>) => string | Promise<string>;
  verify: VerifySignature;
  /**
   * Replays batches from the first one on like a server, to compare the resulting state, in the form of its hashed
   * lines.
   */
  replay?: { form: number; fold: (text: string) => void; stateHash: () => string | Promise<string> };
}

export interface BundleProof {
  manifest: Manifest;
  events: number;
  /** Number of signed lines, the last line's key, and the furthest signed position within the shown batches. */
  signed: {
    lines: number;
    key: string;
    from: number;
    until: number;
    position: number | null;
    hash: string | null;
  } | null;
  /** Runs of batches whose end no signed head covers. */
  unsigned: readonly BatchRun[];
  rows: readonly [account: string, opening: bigint, closing: bigint][];
  /** The state hash of the replay; null if nothing was replayed or compared. */
  stateHash: string | null;
  /** The form of the bundle's state hash if the verifier computes another form, since such hashes do not compare. Else null. */
  otherForm: number | null;
}

/** How many bytes of the bundle are done. */
export type OnBytes = (completed: number, total: number) => void;

/**
 * @param key the operator's key from an independent source
 * @throws a BundleError that names the first fault
 */
export async function verifyBundle(
  file: Bytes,
  tools: BundleTools,
  onBytes: OnBytes,
  key?: string,
): Promise<BundleProof> {
  try {
    return await new BundleCheck(file, tools, onBytes).run(key);
  } catch (error) {
    if (error instanceof ZipError) throw new BundleError('zip', error.where);
    throw error;
  }
}

const LINE = /^\{"hash":"([0-9a-f]{64})","batch":(\{.*\})\}$/su;

class BundleCheck {
  private readonly hashes = new Map<number, string>();
  private readonly runs: BatchRun[] = [];
  private readonly expected: { name: string; text: string }[] = [];
  private readonly statementChunks = statementParts();
  private readonly sums = new LedgerSums();
  private batches = 0;
  private events = 0;
  private at = 0;

  constructor(
    private readonly file: Bytes,
    private readonly tools: BundleTools,
    private readonly onBytes: OnBytes,
  ) {}

  async run(key: string | undefined): Promise<BundleProof> {
    const entries = await readZip(this.file);
    const { manifest, named: filesByName } = await this.manifestOf(entries);
    const scales = new Map(manifest.scales);
    const balances = filesByName.get(BALANCES) ?? fail('form', BALANCES);
    const opening = openingIn(await this.textOf(balances), scales) ?? fail('balances', BALANCES);
    if (manifest.about.is === 'period') for (const [account, units] of opening) this.sums.begin(account, units);
    const statement = new CaseStatement(manifest.about, opening, scales);
    const heads = new SignedHeads(manifest.core, this.tools);
    const digests = new Map<string, string>();
    for (const [name, file] of filesByName) {
      const text = await this.textOf(file);
      digests.set(name, file.listedFile.sha256);
      this.onBytes(file.entry.offset + file.entry.packedSize, this.file.size);
      if (name.startsWith('journal/')) await this.takeBatches(text, name, manifest, statement);
      else if (name.startsWith('heads/')) for (const line of linesOf(text, name)) await heads.addLine(line);
    }
    this.checkRuns(manifest);
    const signed = heads.compare(this.hashes, this.runs, key);
    await this.checkStatements(manifest, statement, digests, opening);
    const otherForm = this.unsupportedFormOf(manifest);
    const stateHash = otherForm === null ? await this.stateOf(manifest) : null;
    const unsigned = this.runs.filter(({ last }) => !heads.isSigned(last));
    return { manifest, events: this.events, signed, unsigned, rows: statement.rows(), stateHash, otherForm };
  }

  private async manifestOf(entries: readonly ZipEntry[]) {
    const last = entries.at(-1);
    if (last?.name !== MANIFEST || last.method !== 0) return fail('form', MANIFEST);
    const text = await this.contentOf(last);
    const manifest = parsedManifest(text);
    if (!manifest || `${JSON.stringify(manifest)}\n` !== text) return fail('form', MANIFEST);
    const others = entries.slice(0, -1);
    const isNamed = others.length === manifest.files.length;
    if (!isNamed) return fail('form', MANIFEST);
    const filesByName = new Map<string, { entry: ZipEntry; listedFile: BundledFile }>();
    for (const [place, entry] of others.entries()) {
      const listedFile = manifest.files[place];
      if (listedFile.name !== entry.name || filesByName.has(entry.name)) return fail('file', entry.name);
      filesByName.set(entry.name, { entry, listedFile });
    }
    return { manifest, named: filesByName };
  }

  private async textOf({ entry, listedFile }: { entry: ZipEntry; listedFile: BundledFile }): Promise<string> {
    if ((await this.tools.sha256(await packedBytes(this.file, entry))) !== listedFile.packed)
      return fail('file', entry.name);
    return this.contentOf(entry, listedFile);
  }

  private async contentOf(entry: ZipEntry, listedFile?: BundledFile): Promise<string> {
    try {
      const content = unpacked(await packedBytes(this.file, entry), entry);
      const isWhole = crc32(content) === entry.crc;
      const isTold =
        !listedFile || (content.length === listedFile.size && (await this.tools.sha256(content)) === listedFile.sha256);
      if (isWhole && isTold) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    } catch {
      // Content that does not unpack or is not UTF-8 was changed.
    }
    return fail('file', entry.name);
  }

  private async takeBatches(text: string, name: string, manifest: Manifest, statement: CaseStatement): Promise<void> {
    for (const [place, line] of linesOf(text, name).entries()) {
      const [, hash, stored] = LINE.exec(line) ?? fail('line', `${name}:${place + 1}`);
      const batch = parsedBatch(stored) ?? fail('line', `${name}:${place + 1}`);
      const position = batch.first + batch.events.length - 1;
      if ((await this.tools.sha256(bytesOf(batch.prev + stored))) !== hash) fail('hash', position);
      this.follow(batch, position, hash, manifest.about.is === 'period');
      if (batch.first < manifest.from || position > manifest.until) continue;
      if (manifest.about.is === 'period') this.addUp(batch, position);
      for (const listedFile of statement.linesOf(batch, position)) this.expect(this.statementChunks.add(listedFile));
      if (manifest.stateHash !== null) this.fold(stored, position);
    }
  }

  private follow({ first, prev, at, events }: ReadBatch, position: number, hash: string, isWhole: boolean): void {
    const before = this.runs.at(-1);
    // A period must not have gaps.
    if (before && isWhole && first !== before.last + 1) fail('order', position);
    if (before && (first <= before.last || at < this.at)) fail('order', position);
    if (before?.last === first - 1) {
      if (before.hash !== prev) fail('order', position);
      [before.last, before.hash] = [position, hash];
    } else {
      this.runs.push({ first, last: position, before: prev, hash });
      this.hashes.set(first - 1, prev);
    }
    this.hashes.set(position, hash);
    this.at = at;
    this.batches++;
    this.events += events.length;
  }

  private addUp(batch: ShownBatch, position: number): void {
    try {
      this.sums.add(batch);
    } catch (error) {
      if (error instanceof SumsError) fail('sums', position);
      throw error;
    }
  }

  private fold(stored: string, position: number): void {
    try {
      this.tools.replay?.fold(stored);
    } catch {
      fail('state', position);
    }
  }

  private expect(text: string | null): void {
    if (text !== null) this.expected.push({ name: partName('statement', this.expected.length + 1), text });
  }

  private checkRuns({ runs, batches, from, until, about }: Manifest): void {
    if (JSON.stringify(runs) !== JSON.stringify(this.runs) || batches !== this.batches) fail('form', MANIFEST);
    if (about.is !== 'period' || from > until) return;
    const [run] = this.runs;
    if (run === undefined || run.first > from || run.last < until) fail('order', from);
  }

  private async checkStatements(
    { about }: Manifest,
    statement: CaseStatement,
    digests: ReadonlyMap<string, string>,
    opening: ReadonlyMap<string, bigint>,
  ): Promise<void> {
    this.expect(this.statementChunks.rest());
    const expectedFiles = [...this.expected, { name: BALANCES, text: statement.balancesText() }];
    for (const { name, text } of expectedFiles) {
      if ((await this.tools.sha256(bytesOf(text))) !== digests.get(name)) fail('statement', name);
    }
    const statementFiles = [...digests.keys()].filter((name) => name.startsWith('statement/'));
    if (statementFiles.length !== this.expected.length) fail('statement', statementFiles.at(-1) ?? 'statement');
    for (const [account, units] of opening) {
      if (!isOfCase(about, account)) fail('balances', account);
      if (about.is !== 'period' && about.is !== 'user' && units !== 0n) fail('balances', account);
    }
    if (about.is !== 'period') return;
    for (const side of [1, 2] as const) {
      const totals = new Map<string, bigint>();
      for (const row of statement.rows()) totals.set(assetOf(row[0]), (totals.get(assetOf(row[0])) ?? 0n) + row[side]);
      for (const [asset, total] of totals) if (total !== 0n) fail('balances', asset);
    }
  }

  private unsupportedFormOf({ stateHash, stateForm }: Manifest): number | null {
    const manifestForm = stateForm ?? 1;
    return stateHash === null || !this.tools.replay || this.tools.replay.form === manifestForm ? null : manifestForm;
  }

  private async stateOf({ stateHash, until }: Manifest): Promise<string | null> {
    if (stateHash === null || !this.tools.replay) return null;
    const found = await this.tools.replay.stateHash();
    return found === stateHash ? found : fail('state', until);
  }
}

/**
 * Signed lines of a bundle. They may start in the middle of the log, and then the signer of the first line is trusted.
 */
class SignedHeads {
  private soFar: VerifiedHeads | null = null;
  private lines = 0;
  private first = 0;
  private readonly places = new Map<number, { number: number; hash: string }>();

  constructor(
    private readonly core: string,
    private readonly tools: BundleTools,
  ) {}

  async addLine(line: string): Promise<void> {
    const sha256 = (text: string): string | Promise<string> => this.tools.sha256(bytesOf(text));
    const expected = this.soFar ? this.soFar.number + 1 : 0;
    try {
      this.soFar ??= headsBefore(line, await sha256(this.core));
      const { after, signed } = await verifyNextLine(this.soFar, line, sha256, this.tools.verify);
      if (signed.core !== this.core) fail('heads', signed.number);
      if (this.lines++ === 0) this.first = signed.number;
      this.soFar = after;
      const { said, number } = signed;
      if (said.is === 'begin' || said.is === 'hand-over') return;
      // A cut revokes all signed positions after it.
      if (said.is === 'cut')
        for (const place of this.places.keys()) if (place > said.position) this.places.delete(place);
      const existing = this.places.get(said.position);
      if (existing && existing.hash !== said.hash) fail('heads', number);
      this.places.set(said.position, { number, hash: said.hash });
    } catch (error) {
      if (error instanceof HeadsError) fail('heads', error.number || expected);
      throw error;
    }
  }

  /** With the batches that are shown: each must be the hash of the one that it names. */
  compare(
    hashes: ReadonlyMap<number, string>,
    runs: readonly BatchRun[],
    key: string | undefined,
  ): BundleProof['signed'] {
    if (!this.soFar) return key === undefined ? null : fail('key', key);
    const { number, key: signer } = this.soFar;
    if (signer === null || (key !== undefined && signer !== key)) return fail('key', signer ?? '');
    let lastPosition: number | null = null;
    for (const [position, place] of this.places) {
      if (!runs.some(({ first, last }) => position >= first - 1 && position <= last)) continue;
      if (hashes.get(position) !== place.hash) fail('contradicted', place.number);
      lastPosition = Math.max(lastPosition ?? -1, position);
    }
    const hash = lastPosition === null ? null : (hashes.get(lastPosition) ?? null);
    return { lines: this.lines, key: signer, from: this.first, until: number, position: lastPosition, hash };
  }

  isSigned(position: number): boolean {
    return this.places.has(position);
  }
}

function headsBefore(line: string, genesis: string): VerifiedHeads {
  const { signed } = readLine(line, 0);
  if (signed.number === 1) return { number: 0, at: 0, hash: genesis, key: null, head: null };
  return { number: signed.number - 1, at: signed.at, hash: signed.before, key: signed.key, head: null };
}

type ReadBatch = ShownBatch & { prev: string };

function parsedBatch(text: string): ReadBatch | null {
  try {
    const batch = JSON.parse(text) as ReadBatch;
    const isFormed =
      [batch.first, batch.at].every((one) => Number.isSafeInteger(one)) &&
      Array.isArray(batch.events) &&
      batch.events.length > 0 &&
      /^[0-9a-f]{64}$/.test(batch.prev) &&
      typeof batch.actor === 'string';
    return isFormed && text.endsWith(`,"prev":"${batch.prev}"}`) ? batch : null;
  } catch {
    return null;
  }
}

function parsedManifest(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Manifest;
    const { form, core, about, files, runs, scales, from, until, at, journal, stateHash } = manifest;
    const isCase = about.is === 'period' || (CASES.includes(about.is) && Number.isSafeInteger(about.id));
    const isFormed =
      BUNDLE_FORMS.includes(form) &&
      typeof core === 'string' &&
      isCase &&
      [files, runs, scales].every((list) => Array.isArray(list)) &&
      [from, until, at, journal.position].every((one) => Number.isSafeInteger(one)) &&
      scales.every(([asset, scale]) => typeof asset === 'string' && Number.isSafeInteger(scale) && scale >= 0) &&
      (stateHash === null || (typeof stateHash === 'string' && about.is === 'period' && from === 0)) &&
      isStateFormValid(manifest);
    return isFormed ? manifest : null;
  } catch {
    return null;
  }
}

/** Bundles of the current form always name the state's form with a state hash. */
function isStateFormValid({ form, stateHash, stateForm }: Manifest): boolean {
  if (form !== BUNDLE_FORM) return stateForm === undefined;
  return stateHash === null ? stateForm === null : Number.isSafeInteger(stateForm);
}

function linesOf(text: string, name: string): string[] {
  const lines = text.split('\n');
  return lines.pop() === '' ? lines : fail('line', name);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function fail(failure: BundleFault, location: string | number): never {
  throw new BundleError(failure, String(location));
}
