import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DenyList } from './address-screening';
import type { ChainPort } from './chain-port';
import { Chains } from './chains';

const chain = (name: string, prefix: string) =>
  ({
    chain: name,
    coins: new Map(),
    normalAddress: (text: string) => (text.startsWith(prefix) ? text.toLowerCase() : null),
  }) as unknown as ChainPort;

describe('the list of denied addresses', () => {
  const chains = new Chains([chain('ERC20', '0x'), chain('BTC', 'bc')]);
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'deny-'));
    file = path.join(folder, 'denied.txt');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Simulates time between two changes. */
  function write(text: string, seconds: number): void {
    writeFileSync(file, text);
    utimesSync(file, seconds, seconds);
  }

  it('denies listed addresses in any spelling, and no others', async () => {
    write('# stolen\n0xABC # from somewhere\n\nbc1q\nnonsense\n', 1);
    const list = new DenyList({ screeningDenyFile: file }, chains);
    await list.onModuleInit();
    expect(await list.isDenied('ERC20', '0xabc')).toBe(true);
    expect(await list.isDenied('BTC', 'bc1q')).toBe(true);
    expect(await list.isDenied('BTC', '0xabc')).toBe(false);
    expect(await list.isDenied('ERC20', '0xdef')).toBe(false);
  });

  it('is reloaded while the exchange runs; if unreadable, the last content counts', async () => {
    write('', 1);
    const list = new DenyList({ screeningDenyFile: file }, chains);
    await list.onModuleInit();
    expect(await list.isDenied('ERC20', '0xabc')).toBe(false);
    write('0xabc', 2);
    expect(await list.isDenied('ERC20', '0xabc')).toBe(true);
    rmSync(file);
    expect(await list.isDenied('ERC20', '0xabc')).toBe(true);
  });

  it('stops the start if configured and missing; without a list nothing is denied', async () => {
    await expect(new DenyList({ screeningDenyFile: file }, chains).onModuleInit()).rejects.toThrow(/ENOENT/);
    const none = new DenyList({ screeningDenyFile: undefined }, chains);
    await none.onModuleInit();
    expect(await none.isDenied('ERC20', '0xabc')).toBe(false);
  });
});
