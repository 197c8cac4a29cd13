/**
 * Signs where the durable journal ends, once a minute and at the stop, behind everything else: a head that cannot be signed is told to
 * operators and stops nobody from trading. Only what is durable is signed, so that no start can ever contradict it.
 */
import { lineOf, textToSign, type HeadsSoFar, type SignedLine, type Stated } from '../../shared/proof/heads';
import type { Journal } from '../journal/port';
import type { Config } from '../platform/config/config';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { HeadsHealth } from '../platform/health/heads-health';
import type { Clock } from '../platform/tokens';
import { sha256 } from './ed25519';
import { HeadWriter, headsDirectory, verifyFiles } from './head-files';
import { signingKeys, type SigningKeys } from './keys';
import { StaffChain } from './staff-chain';

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

interface Opened {
  keys: SigningKeys;
  writer: HeadWriter;
  chain: StaffChain;
  soFar: HeadsSoFar;
}

export class HeadSigner implements HeadsHealth {
  private opened: Opened | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** One after the other. */
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

  /** What the next line says; never rejects: what fails is told. */
  sign(): Promise<void> {
    return this.inTurn(() => this.signHead());
  }

  /** Whether the key and what is signed so far fit; what does not is told. Before anything large is made to be signed. */
  async canSign(): Promise<boolean> {
    let can = false;
    await this.inTurn(async () => {
      await this.open();
      can = true;
    });
    return can;
  }

  /** The roots of a proof of liabilities. Resolves with its line, or null where it could not be signed. */
  async signLiabilities(said: Extract<Stated, { is: 'liabilities' }>): Promise<string | null> {
    let line: string | null = null;
    await this.inTurn(async () => {
      line = await this.write(await this.open(), said);
    });
    return line;
  }

  /** The last head, if the journal is still there to be read. */
  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.sign();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.working = this.working.then(work).then(
      () => void (this.fault = null),
      (error: Error) => {
        // What was open may not be what is there: looked at anew the next time.
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

  private async open(): Promise<Opened> {
    if (this.opened) return this.opened;
    const { config, core, database } = this.parts;
    const directory = headsDirectory(config.dataDir);
    const writer = new HeadWriter(directory);
    const soFar = await verifyFiles(directory, core);
    const opened: Opened = { keys: signingKeys(config), writer, chain: new StaffChain(directory, database), soFar };
    await this.takeOver(opened);
    this.opened = opened;
    return opened;
  }

  /** The first line of all; another key than before; a journal that its operator has accepted though it was seen further. */
  private async takeOver(opened: Opened): Promise<void> {
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

  private async write(opened: Opened, said: Stated, key = opened.keys.current): Promise<string> {
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
    const line = lineOf(text, key.sign(text));
    await writer.append(line, at);
    const reached = said.is === 'head' || said.is === 'cut' ? said : null;
    const head = reached ? { position: reached.position, hash: reached.hash } : soFar.head;
    const next = said.is === 'hand-over' ? said.next : key.publicKey;
    opened.soFar = { number, at, hash: await sha256(line), key: next, head };
    return line;
  }
}
