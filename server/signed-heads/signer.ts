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

export interface SignerParts {
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
  private opened: OpenedChain | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** Serialises the work. */
  private working: Promise<void> = Promise.resolve();
  private fault: string | null = null;
  private lastStaffLog = '';

  constructor(private readonly parts: SignerParts) {}

  start(): void {
    this.timer = setInterval(() => void this.sign(), this.parts.everyMs ?? EVERY_MS);
    this.timer.unref();
  }

  state(): 'ok' | 'failing' {
    return this.fault === null ? 'ok' : 'failing';
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
  async signLiabilities(said: Extract<SignedStatement, { is: 'liabilities' }>): Promise<string | null> {
    let line: string | null = null;
    await this.inTurn(async () => {
      line = await this.write(await this.open(), said);
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
      () => void (this.fault = null),
      (error: Error) => {
        // The open files may differ from the files on disk, so the next call reopens them.
        this.opened = null;
        this.fault = error.message;
        this.parts.failed(error);
      },
    );
    return this.working;
  }

  private async signHead(): Promise<void> {
    const opened = await this.open();
    const { position, hash } = this.parts.journal.head();
    const staffLog = await opened.chain.follow();
    const { head } = opened.soFar;
    const isNew = head?.position !== position || head.hash !== hash || staffLog.hash !== this.lastStaffLog;
    if (isNew) await this.write(opened, { is: 'head', position, hash, staffLog });
    this.lastStaffLog = staffLog.hash;
    this.parts.signed(position);
  }

  private async open(): Promise<OpenedChain> {
    if (this.opened) return this.opened;
    const { config, core, database } = this.parts;
    const directory = headsDirectory(config.dataDir);
    const writer = new HeadWriter(directory);
    const soFar = await verifyHeadFiles(directory, core);
    const opened: OpenedChain = {
      keys: signingKeys(config),
      writer,
      chain: new StaffLogChain(directory, database),
      soFar,
    };
    await this.continueChain(opened);
    this.opened = opened;
    return opened;
  }

  /** Handles the first line of all, a changed key, and a shorter journal that the operator has accepted. */
  private async continueChain(opened: OpenedChain): Promise<void> {
    const { keys, soFar } = opened;
    const { current, before } = keys;
    if (soFar.key === null) await this.write(opened, { is: 'begin' });
    else if (soFar.key !== current.publicKey) {
      if (before?.publicKey !== soFar.key) {
        throw new Error(
          `heads are signed by the key ${soFar.key}, and the one configured is ${current.publicKey}: give the other one as the one before`,
        );
      }
      await this.write(opened, { is: 'hand-over', next: current.publicKey }, before);
    }
    if (soFar.head && !(await this.isIn(soFar.head))) {
      const { position, hash } = this.parts.journal.head();
      await this.write(opened, { is: 'cut', position, hash });
    }
  }

  private async isIn({ position, hash }: { position: number; hash: string }): Promise<boolean> {
    const head = this.parts.journal.head();
    if (position >= head.position) return position === head.position && hash === head.hash;
    if (position < 0) return true;
    for await (const stored of this.parts.journal.read(position))
      return stored.position === position && stored.hash === hash;
    return false;
  }

  private async write(opened: OpenedChain, said: SignedStatement, key = opened.keys.current): Promise<string> {
    const { soFar, writer } = opened;
    const at = Math.max(this.parts.clock(), soFar.at);
    const number = soFar.number + 1;
    const signed: SignedLine = {
      v: 1,
      core: this.parts.core,
      number,
      at,
      said,
      before: soFar.hash,
      key: key.publicKey,
    };
    const text = textToSign(signed);
    const line = formatSignedLine(text, key.sign(text));
    await writer.append(line, at);
    const reached = said.is === 'head' || said.is === 'cut' ? said : null;
    const head = reached ? { position: reached.position, hash: reached.hash } : soFar.head;
    const next = said.is === 'hand-over' ? said.next : key.publicKey;
    opened.soFar = { number, at, hash: await sha256(line), key: next, head };
    return line;
  }
}
