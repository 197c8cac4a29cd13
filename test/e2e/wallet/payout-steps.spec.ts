import type { CommandType } from '../../../server/core/command';
import { payoutKey } from '../../../server/platform/chains/payout-claims';
import type { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import { Payouts, type PayoutDependencies } from '../../../server/products/wallet/chain/payouts';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { MILLION, TO, walletOf } from '../../tools/people/wallet';

/** A payout on an automatic chain, interrupted at each step: it is paid once or returned, never both. */
describe('payout steps', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second-admin');
    await exchange.listMarkets(admin);
  });
  afterAll(() => exchange.stop());

  const { kept, parts, ethereum, turn, mine, ready, available, frozen, apply, staff, withdrawals } = walletOf({
    exchange: () => exchange,
    admin: () => admin,
    pass: (ms) => void (now += ms),
  });

  const sent = (withdrawal: string): Promise<Json[]> =>
    parts()
      .database.sql.selectFrom('simulatedPayments')
      .selectAll()
      .where('origin', '=', `ERC20/${payoutKey(Number(withdrawal))}`)
      .execute();
  const statusOf = async (person: Person): Promise<string> => (await withdrawals(person))[0].status;
  const standing = (withdrawal: string) => parts().live.withdrawals.find(Number(withdrawal))?.status;

  async function approved(): Promise<{ person: Person; withdrawal: string }> {
    const person = await ready();
    const { withdrawal } = await expectSuccess(apply(person, '30'));
    await expectSuccess(staff(admin, 'approve', { withdrawal }));
    return { person, withdrawal };
  }

  async function rejectedByTwo(withdrawal: string): Promise<string[]> {
    const codes: string[] = [];
    for (const one of [admin, second]) {
      codes.push((await staff(one, 'reject', { withdrawal, reason: 'never sent' })).code);
    }
    return codes;
  }

  class CutOff extends Error {}

  /** Payouts of a process that ends at this point. */
  function endingAt(step: Step): Payouts {
    const { commands, chains, stored, live, claims } = parts();
    const port = ethereum();
    const submit: PayoutDependencies['commands']['submit'] = async (envelope) => {
      const isIt = 'command' in step && step.command === envelope.command.type;
      if (isIt && step.when === 'before') throw new CutOff();
      const outcome = await commands.submit(envelope);
      if (isIt) throw new CutOff();
      return outcome;
    };
    const cutPort = Object.assign(Object.create(port) as SimulatedChain, {
      async pay(...of: Parameters<SimulatedChain['pay']>) {
        if ('pay' in step && step.pay === 'before') throw new CutOff();
        const paid = await port.pay(...of);
        if ('pay' in step) throw new CutOff();
        return paid;
      },
    });
    return new Payouts({
      ...{ stored, live, claims, scaleOf: async () => 8, ...kept() },
      commands: Object.assign(Object.create(commands) as PayoutDependencies['commands'], { submit }),
      chains: Object.assign(Object.create(chains) as PayoutDependencies['chains'], { withCoin: () => cutPort }),
    });
  }
  type Step = { command: CommandType; when: 'before' | 'after' } | { pay: 'before' | 'after' };

  describe('a process that ends', () => {
    it.each<[string, Step, string]>([
      ['before it starts', { command: 'StartPayout', when: 'before' }, 'approved'],
      ['when it has started', { command: 'StartPayout', when: 'after' }, 'paying'],
      ['before the journal has it as submitted', { command: 'SubmitPayout', when: 'before' }, 'paying'],
      ['when the journal has it as submitted', { command: 'SubmitPayout', when: 'after' }, 'submitted'],
      ['before the chain is handed it', { pay: 'before' }, 'submitted'],
      ['when the chain was handed it', { pay: 'after' }, 'submitted'],
    ])('%s pays once when it continues, whatever became of the turns in between', async (_, step, status) => {
      for (const keepsTurns of [true, false]) {
        const { person, withdrawal } = await approved();
        await expect(endingAt(step).poll()).rejects.toThrow(CutOff);
        expect(await statusOf(person)).toBe(status);
        if (!keepsTurns) await parts().database.sql.deleteFrom('payouts').execute();
        await mine(2);
        expect(await statusOf(person)).toBe('withdrawn');
        expect(await sent(withdrawal)).toMatchObject([{ address: TO, amount: String(30n * MILLION) }]);
        expect([await available(person), await frozen(person)]).toEqual(['969.5', '0']);
      }
    });

    it.each(['before', 'after'] as const)('%s it records a payment, records it once', async (when) => {
      const { person, withdrawal } = await approved();
      await turn();
      await ethereum().mine();
      await expect(endingAt({ command: 'PayWithdrawal', when }).poll()).rejects.toThrow(CutOff);
      expect(standing(withdrawal)).toBe(when === 'before' ? 'submitted' : undefined);
      await mine(2);
      expect(await statusOf(person)).toBe('withdrawn');
      expect(await sent(withdrawal)).toHaveLength(1);
      expect([await available(person), await frozen(person)]).toEqual(['969.5', '0']);
    });
  });

  describe('a payout that its chain may have', () => {
    it('is in the journal before it is handed over', async () => {
      const { withdrawal } = await approved();
      const { chains, commands, stored, live, claims } = parts();
      const port = ethereum();
      const atHandOver: unknown[] = [];
      const watched = Object.assign(Object.create(port) as SimulatedChain, {
        async pay(...of: Parameters<SimulatedChain['pay']>) {
          // Live views include durable events only.
          await live.waitFor(commands.figures().durablePosition, 1_000);
          atHandOver.push([of[0].key, standing(withdrawal)]);
          return port.pay(...of);
        },
      });
      const carrying = Object.assign(Object.create(chains) as PayoutDependencies['chains'], {
        withCoin: () => watched,
      });
      await new Payouts({ commands, stored, live, claims, scaleOf: async () => 8, chains: carrying, ...kept() }).poll();
      expect(atHandOver[0]).toEqual([payoutKey(Number(withdrawal)), 'submitted']);
      await mine(1);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['knows nothing of it', () => parts().database.sql.deleteFrom('payouts').execute()],
      [
        'says that it is staff’s turn',
        () => parts().database.sql.updateTable('payouts').set({ taken: 'rejection' }).execute(),
      ],
    ])('is not rejected, although the relational store %s', async (_, forgetting) => {
      const { person, withdrawal } = await approved();
      await turn();
      await forgetting();
      expect(await rejectedByTwo(withdrawal)).toEqual(['payout.submitted', 'payout.submitted']);
      await mine(1);
      expect([await statusOf(person), await available(person)]).toEqual(['withdrawn', '969.5']);
    });

    it('is not rejected after a process ended between journal and chain', async () => {
      const { person, withdrawal } = await approved();
      await expect(endingAt({ command: 'SubmitPayout', when: 'after' }).poll()).rejects.toThrow(CutOff);
      expect(await sent(withdrawal)).toEqual([]);
      expect(await rejectedByTwo(withdrawal)).toEqual(['payout.submitted', 'payout.submitted']);
      await mine(2);
      expect(await statusOf(person)).toBe('withdrawn');
    });

    it('continues after its owner was frozen, also if it had not reached the chain', async () => {
      const { person, withdrawal } = await approved();
      await expect(endingAt({ command: 'SubmitPayout', when: 'after' }).poll()).rejects.toThrow(CutOff);
      await exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'review' });
      await mine(2);
      expect([await statusOf(person), (await sent(withdrawal)).length]).toEqual(['withdrawn', 1]);
    });

    it('ignores a turn that the journal does not know: a frozen one can be rejected by two', async () => {
      const { person, withdrawal } = await approved();
      await expect(endingAt({ command: 'SubmitPayout', when: 'before' }).poll()).rejects.toThrow(CutOff);
      expect(await parts().claims.holderOf(Number(withdrawal))).toBe('payout');
      await exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'review' });
      await turn();
      expect(await rejectedByTwo(withdrawal)).toEqual(['success', 'success']);
      await mine(2);
      expect([await available(person), await sent(withdrawal)]).toEqual(['1000', []]);
    });
  });

  describe('a payout permanently dropped by its chain', () => {
    /** Handed over, and gone with a replaced block. */
    async function failed(): Promise<{ person: Person; withdrawal: string }> {
      const { person, withdrawal } = await approved();
      await turn();
      const [{ transactionId }] = await sent(withdrawal);
      await ethereum().mine();
      await ethereum().reorganise(1, [transactionId]);
      return { person, withdrawal };
    }

    it('fails by event, is not sent meanwhile, and is returned by two', async () => {
      const { person, withdrawal } = await failed();
      expect(await rejectedByTwo(withdrawal)).toEqual(['payout.submitted', 'payout.submitted']);
      await mine(3);
      expect(await statusOf(person)).toBe('failed');
      expect(await frozen(person)).toBe('30.5');
      const list = { status: 'failed', minPosition: exchange.headOfJournal().position };
      expect((await expectSuccess(exchange.post('/admin/withdraw/list', list, admin.ticket))).records).toMatchObject([
        { withdrawal, overdue: false },
      ]);
      const { pending } = await expectSuccess(exchange.get('/audit/overview', admin.ticket));
      expect(pending.withdrawals).toMatchObject({ failed: 1, submitted: 0 });
      expect(await staff(admin, 'reject', { withdrawal, reason: 'never sent' })).toMatchObject({ code: 'success' });
      await mine(2);
      expect(await staff(admin, 'reject', { withdrawal, reason: 'again' })).toMatchObject({
        code: 'approval.needs.another',
      });
      await expectSuccess(staff(second, 'reject', { withdrawal, reason: 'never sent' }));
      await mine(2);
      expect([await statusOf(person), await available(person)]).toEqual(['rejected', '1000']);
      expect((await sent(withdrawal)).filter(({ height }) => height >= 0)).toEqual([]);
    });

    it('is sent again under the same key when staff restart it', async () => {
      const { person, withdrawal } = await failed();
      await mine(1);
      expect(await statusOf(person)).toBe('failed');
      await expectSuccess(staff(admin, 'startPayout', { withdrawal }));
      await turn();
      expect(await statusOf(person)).toBe('submitted');
      expect(await rejectedByTwo(withdrawal)).toEqual(['payout.submitted', 'payout.submitted']);
      await mine(1);
      expect(await statusOf(person)).toBe('withdrawn');
      expect(await sent(withdrawal)).toMatchObject([{ amount: String(30n * MILLION) }]);
      expect([await available(person), await frozen(person)]).toEqual(['969.5', '0']);
    });

    it.each(['before', 'after'] as const)('fails once, although the process ended %s it said so', async (when) => {
      const { person } = await failed();
      await expect(endingAt({ command: 'FailPayout', when }).poll()).rejects.toThrow(CutOff);
      await mine(1);
      expect(await statusOf(person)).toBe('failed');
    });

    it('waits for staff again if the restart was interrupted before the chain had it, and is sent once', async () => {
      const { person, withdrawal } = await failed();
      await mine(1);
      await expectSuccess(staff(admin, 'startPayout', { withdrawal }));
      await expect(endingAt({ pay: 'before' }).poll()).rejects.toThrow(CutOff);
      await turn();
      expect(await statusOf(person)).toBe('failed');
      await expectSuccess(staff(admin, 'startPayout', { withdrawal }));
      await mine(2);
      expect([await statusOf(person), (await sent(withdrawal)).length]).toEqual(['withdrawn', 1]);
    });

    it('is not failed while its transaction waits for another block', async () => {
      const { person, withdrawal } = await approved();
      await turn();
      await ethereum().mine();
      await ethereum().reorganise(1);
      await turn();
      expect(await statusOf(person)).toBe('withdrawn');
      expect(await sent(withdrawal)).toHaveLength(1);
    });
  });
});
