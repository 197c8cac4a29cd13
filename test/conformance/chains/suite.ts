/** Requirements of the exchange for every chain behind the port. */
import type { ChainBlock, ChainPort, SeenPayment } from '../../../server/platform/chains/chain-port';

export interface ChainHarness {
  port: ChainPort;
  /** Coin of the chain; one transaction can pay several. */
  asset: string;
  /** Two foreign addresses of the chain. */
  others: readonly [string, string];
  /** Payer, where the chain reveals it. */
  payers?: readonly string[];
  /** Amounts in the chain's own units. Waits for a block; returns the transaction's name. */
  pay(outputs: readonly { address: string; amount: bigint }[]): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Reverts blocks and adds one in their place with the kept transactions. */
  reorganise(depth: number, kept: readonly string[], dropped: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const NO_TRANSACTION = '7'.repeat(64);

export function chainConformance(name: string, open: () => Promise<ChainHarness>): void {
  describe(name, () => {
    let harness: ChainHarness;
    let port: ChainPort;
    let own: string;

    beforeAll(async () => {
      harness = await open();
      ({ port } = harness);
      own = port.depositAddress(7);
    });
    afterAll(() => harness?.close());

    const isOwn = (address: string): boolean => address === own;
    const newest = async (): Promise<ChainBlock> => {
      const block = await port.block((await port.tip()).height, isOwn);
      if (!block) throw new Error('the chain has a tip and no block there');
      return block;
    };
    const paidIn = ({ payments }: ChainBlock, transaction: string): SeenPayment[] =>
      payments.filter((payment) => payment.transaction === transaction);

    it('links blocks up to its tip, and has none above', async () => {
      await harness.mine(3);
      const tip = await port.tip();
      expect(await port.hashAt(tip.height)).toBe(tip.hash);
      for (let height = tip.height; height > tip.height - 3; height--) {
        const block = await port.block(height, isOwn);
        expect(block).toMatchObject({ height, hash: await port.hashAt(height) });
        expect(block?.parent).toBe(await port.hashAt(height - 1));
      }
      expect(await port.hashAt(tip.height + 1)).toBeNull();
      expect(await port.block(tip.height + 1, isOwn)).toBeNull();
    });

    it('shows payments to watched addresses only, to the last unit', async () => {
      const transaction = await harness.pay([
        { address: own, amount: 123_456_789n },
        { address: harness.others[0], amount: 5n },
      ]);
      expect(await port.transaction(transaction)).toMatchObject({ confirmations: 0 });
      await harness.mine(1);
      const paid = paidIn(await newest(), transaction);
      expect(paid).toEqual([
        { transaction, output: expect.any(String), asset: harness.asset, address: own, amount: 123_456_789n },
      ]);
      const looked = await port.transaction(transaction);
      expect(looked?.confirmations).toBe(1);
      expect(looked?.payments.map(({ address, amount }) => [address, amount])).toEqual([
        [own, 123_456_789n],
        [harness.others[0], 5n],
      ]);
      await harness.mine(4);
      expect((await port.transaction(transaction))?.confirmations).toBe(5);
    });

    it('tells time and payer of a payment in a block', async () => {
      const transaction = await harness.pay([{ address: own, amount: 77n }]);
      const output = (await port.transaction(transaction))?.payments[0]?.output ?? '0';
      expect(await port.originOfPayment(transaction, output)).toBeNull();
      await harness.mine(1);
      const { payers } = harness;
      const [paid] = paidIn(await newest(), transaction);
      expect(await port.originOfPayment(transaction, paid.output)).toEqual(
        payers ? { minedAt: expect.any(Number), payers } : null,
      );
    });

    it('gives two outputs of one transaction two names', async () => {
      const transaction = await harness.pay([
        { address: own, amount: 11n },
        { address: own, amount: 22n },
      ]);
      await harness.mine(1);
      const paid = paidIn(await newest(), transaction);
      expect(paid.map(({ amount }) => amount)).toEqual([11n, 22n]);
      expect(new Set(paid.map(({ output }) => output)).size).toBe(2);
      const looked = await port.transaction(transaction);
      expect(looked?.payments.map(({ output }) => output)).toEqual(paid.map(({ output }) => output));
    });

    it("keeps a payment's name in another block, and forgets payments that left the chain", async () => {
      const kept = await harness.pay([{ address: own, amount: 33n }]);
      await harness.mine(1);
      const before = await newest();
      const dropped = await harness.pay([{ address: own, amount: 44n }]);
      await harness.mine(1);
      await harness.reorganise(2, [kept], [dropped]);
      const tip = await port.tip();
      expect(tip.height).toBeGreaterThan(before.height + 1);
      expect(await port.hashAt(before.height)).not.toBe(before.hash);
      const seen: SeenPayment[] = [];
      for (let height = before.height; height <= tip.height; height++) {
        const block = await port.block(height, isOwn);
        seen.push(...(block?.payments ?? []));
        expect(block?.parent).toBe(await port.hashAt(height - 1));
      }
      expect(seen).toEqual(paidIn(before, kept));
      expect((await port.transaction(dropped))?.confirmations ?? 0).toBe(0);
      expect((await port.transaction(kept))?.confirmations).toBeGreaterThan(0);
    });

    it('finds no unknown transaction', async () => {
      const name = port.normalTransaction(NO_TRANSACTION) ?? port.normalTransaction(`0x${NO_TRANSACTION}`);
      expect(await port.transaction(name as string)).toBeNull();
      expect(port.normalTransaction('tx-1')).toBeNull();
    });

    it('gives every number its own stable address, in normal form', () => {
      const addresses = Array.from({ length: 20 }, (_, index) => port.depositAddress(index));
      expect(new Set(addresses).size).toBe(20);
      expect(Array.from({ length: 20 }, (_, index) => port.depositAddress(index))).toEqual(addresses);
      for (const address of [...addresses, ...harness.others]) {
        expect(port.normalAddress(` ${address} `)).toBe(address);
        expect(port.paymentUri(address, harness.asset)).toContain(address);
        const last = address.at(-1) === '2' ? '3' : '2';
        if (!/^0x/.test(address)) expect(port.normalAddress(address.slice(0, -1) + last)).toBeNull();
      }
      for (const none of ['', 'hello', `${addresses[0]}0`, addresses[0].slice(0, -1)]) {
        expect(port.normalAddress(none)).toBeNull();
      }
    });
  });
}
