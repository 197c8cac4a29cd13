/**
 * Port: whether coins may be paid to an address. A service that knows sanctioned and stolen addresses can implement it. The built-in list
 * is the operator's own file, `SCREENING_DENY_FILE`: one address per line, `#` begins a comment. It is read at the start and after every
 * change. If the file becomes unreadable, its last content stays in force.
 */
import { readFile, stat } from 'node:fs/promises';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Config } from '../config/config';
import { CHAINS, CONFIG } from '../tokens';
import type { Chains } from './chains';

export interface AddressScreening {
  /** `address` in the normal form of its chain. */
  isDenied(chain: string, address: string): Promise<boolean>;
}

@Injectable()
export class DenyList implements AddressScreening, OnModuleInit {
  private readonly log = new Logger(DenyList.name);
  private denied: ReadonlySet<string> = new Set();
  private readAt: number | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'screeningDenyFile'>,
    @Inject(CHAINS) private readonly chains: Chains,
  ) {}

  /** A configured list that cannot be read stops the start. */
  async onModuleInit(): Promise<void> {
    await this.refresh();
  }

  async isDenied(chain: string, address: string): Promise<boolean> {
    try {
      await this.refresh();
    } catch (error) {
      this.log.error(error, 'the list of denied addresses could not be read: it counts as it was');
    }
    return this.denied.has(`${chain}/${address}`);
  }

  private async refresh(): Promise<void> {
    const { screeningDenyFile: file } = this.config;
    if (file === undefined) return;
    const { mtimeMs } = await stat(file);
    if (mtimeMs === this.readAt) return;
    const text = await readFile(file, 'utf8');
    const addresses = text.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim());
    this.denied = new Set(addresses.filter((address) => address !== '').flatMap((address) => this.keysOf(address)));
    this.readAt = mtimeMs;
  }

  /** Keys on every chain where the address is valid; a line that is valid on none is an error. */
  private keysOf(address: string): string[] {
    const keys = this.chains.all().flatMap((port) => {
      const normal = port.normalAddress(address);
      return normal === null ? [] : [`${port.chain}/${normal}`];
    });
    if (keys.length === 0) this.log.warn({ address }, 'a denied address is none of any chain here');
    return keys;
  }
}
