/**
 * Signs the end of the durable journal every minute and at the stop, at low priority. A failure to sign is reported to
 * operators and does not stop trading. Only durable positions are signed, so no start can contradict a signature.
 */
import {
  formatSignedLine,
  textToSign,
  type VerifiedHeads,
  type SignedLine,
  type SignedStatement,
} from '../../shared/proof/signed-heads';
import type { Journal } from '../journal/port';
import type { Config } from '../platform/config/config';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { HeadsHealth } from '../platform/health/heads-health';
import type { Clock } from '../platform/tokens';
import { sha256 } from './ed25519';
import { HeadWriter, headsDirectory, verifyHeadFiles } from './head-files';
import { signingKeys, type SigningKeys } from './keys';
import { StaffLogChain } from './staff-log-chain';

const EVERY_MS = 60_000;

export interface SignerDependencies {
  config: Pick<Config, 'dataDir' | 'signingKey' | 'signingKeyBefore'>;
  core: string;
  journal: Pick<Journal, 'head' | 'read'>;
  database: Pick<Database<ExchangeTables>, 'sql' | 'lists'>;
  clock: Clock;
  everyMs?: number;
  signed: (position: number) => void;
  failed: (error: Error) => void;
}

interface OpenedChain {
  keys: SigningKeys;
  writer: HeadWriter;
  chain: StaffLogChain;
  soFar: VerifiedHeads;
}

export class HeadSigner implements HeadsHealth {
  private openedChain: OpenedChain | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** Serialises the work. */
  private working: Promise<void> = Promise.resolve();
  private lastError: string | null = null;
  private lastStaffLog = '';

  constructor(private readonly dependencies: SignerDependencies) {}

  start(): void {
    this.timer = setInterval(() => void this.sign(), this.dependencies.everyMs ?? EVERY_MS);
    this.timer.unref();
  }

  state(): 'ok' | 'failing' {
    return this.lastError === null ? 'ok' : 'failing';
  }

  /** Signs the current head. Never rejects: errors go to `failed`. */
  sign(): Promise<void> {
    return this.inTurn(() => this.signHead());
  }

  /** Checks, before costly work to be signed, that the key fits the signed lines; a mismatch is reported. */
  async canSign(): Promise<boolean> {
    let can = false;
    await this.inTurn(async () => {
      await this.open();
      can = true;
    });
    return can;
  }

  /** Signs the roots of a proof of liabilities. Resolves with its line, or null if it could not be signed. */
  async signLiabilities(statement: Extract<SignedStatement, { is: 'liabilities' }>): Promise<string | null> {
    let line: string | null = null;
    await this.inTurn(async () => {
      line = await this.write(await this.open(), statement);
    });
    return line;
  }

  /** Signs the last head, if the journal is still readable. */
  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.sign();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.working = this.working.then(work).then(
      () => void (this.lastError = null),
      (error: Error) => {
        // The open files may differ from the files on disk, so the next call reopens them.
        this.openedChain = null;
        this.lastError = error.message;
        this.dependencies.failed(error);
      },
    );
    return this.working;
  }

  private async signHead(): Promise<void> {
    const openedChain = await this.open();
    const { position, hash } = this.dependencies.journal.head();
    const staffLog = await openedChain.chain.follow();
    const { head } = openedChain.soFar;
    const isNew = head?.position !== position || head.hash !== hash || staffLog.hash !== this.lastStaffLog;
    if (isNew) await this.write(openedChain, { is: 'head', position, hash, staffLog });
    this.lastStaffLog = staffLog.hash;
    this.dependencies.signed(position);
  }

  private async open(): Promise<OpenedChain> {
    if (this.openedChain) return this.openedChain;
    const { config, core, database } = this.dependencies;
    const directory = headsDirectory(config.dataDir);
    const writer = new HeadWriter(directory);
    const soFar = await verifyHeadFiles(directory, core);
    const openedChain: OpenedChain = {
      keys: signingKeys(config),
      writer,
      chain: new StaffLogChain(directory, database),
      soFar,
    };
    await this.continueChain(openedChain);
    this.openedChain = openedChain;
    return openedChain;
  }

  /** Handles the first line of all, a changed key, and a shorter journal that the operator has accepted. */
  private async continueChain(openedChain: OpenedChain): Promise<void> {
    const { keys, soFar } = openedChain;
    const { current, before } = keys;
    if (soFar.key === null) await this.write(openedChain, { is: 'begin' });
    else if (soFar.key !== current.publicKey) {
      if (before?.publicKey !== soFar.key) {
        throw new Error(
          `heads are signed by the key ${soFar.key}, and the one configured is ${current.publicKey}: give the other one as the one before`,
        );
      }
      await this.write(openedChain, { is: 'hand-over', next: current.publicKey }, before);
    }
    if (soFar.head && !(await this.isIn(soFar.head))) {
      const { position, hash } = this.dependencies.journal.head();
      await this.write(openedChain, { is: 'cut', position, hash });
    }
  }

  private async isIn({ position, hash }: { position: number; hash: string }): Promise<boolean> {
    const head = this.dependencies.journal.head();
    if (position >= head.position) return position === head.position && hash === head.hash;
    if (position < 0) return true;
    for await (const stored of this.dependencies.journal.read(position))
      return stored.position === position && stored.hash === hash;
    return false;
  }

  private async write(
    openedChain: OpenedChain,
    statement: SignedStatement,
    key = openedChain.keys.current,
  ): Promise<string> {
    const { soFar, writer } = openedChain;
    const at = Math.max(this.dependencies.clock(), soFar.at);
    const number = soFar.number + 1;
    const signed: SignedLine = {
      v: 1,
      core: this.dependencies.core,
      number,
      at,
      said: statement,
      before: soFar.hash,
      key: key.publicKey,
    };
    const text = textToSign(signed);
    const line = formatSignedLine(text, key.sign(text));
    await writer.append(line, at);
    const headStatement = statement.is === 'head' || statement.is === 'cut' ? statement : null;
    const head = headStatement ? { position: headStatement.position, hash: headStatement.hash } : soFar.head;
    const next = statement.is === 'hand-over' ? statement.next : key.publicKey;
    openedChain.soFar = { number, at, hash: await sha256(line), key: next, head };
    return line;
  }
}
